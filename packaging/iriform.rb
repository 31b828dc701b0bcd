# For a tap of Homebrew, as Formula/iriform.rb: the command line. After a release: its version, and of
# SHA256SUMS the checksum of its sdist; `brew update-python-resources iriform` writes the resources, what
# the extra `cli` needs.
class Iriform < Formula
  include Language::Python::Virtualenv

  desc "URIs and IRIs, exact to RFC 3986 and RFC 3987: check, explain, audit, repair"
  homepage "https://forge.example/OWNER/iriform"
  url "https://forge.example/OWNER/iriform/releases/download/v0.1.0/iriform-0.1.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license all_of: [{ any_of: ["MIT", "Apache-2.0"] }, "MPL-2.0", "Unicode-3.0"]

  depends_on "rust" => :build
  depends_on "python@3.14"

  # resources

  def install
    virtualenv_install_with_resources
    generate_completions_from_executable(bin/"iriform", "--completion", shells: [:bash, :zsh, :fish],
                                                                        shell_parameter_format: :arg)
  end

  test do
    (testpath/"links.txt").write "http://a.example/\nhttp://a.example/a b\n"
    assert_match "links.txt:2:19", shell_output("#{bin}/iriform check links.txt 2>&1", 1)
  end
end
