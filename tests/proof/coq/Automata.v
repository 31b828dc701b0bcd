(** A finite automaton has the language of a regular expression: a checker, and the proof that it is right.

    Texts are lists of code points. [checked] is a program; [checked_sound] says that where it gives [true],
    expression and automaton accept the same texts, of any length. The files that are generated beside this
    one have an expression for each production of the ABNF, its automaton, and a certificate: which residual
    expressions there are, and which sets of them each state of the automaton stands for. A wrong
    certificate is refused; it need not be trusted. *)

From Coq Require Import NArith List Bool Lia FMapPositive.
Import ListNotations.
Open Scope N_scope.

Definition ranges := list (N * N).

Definition within (c : N) (s : ranges) : bool :=
  existsb (fun r => (fst r <=? c) && (c <=? snd r)) s.

Inductive regex :=
| Nothing
| Empty
| Char (s : ranges)
| Or (a b : regex)
| Then (a b : regex)
| Many (a : regex).

Inductive matches : regex -> list N -> Prop :=
| MEmpty : matches Empty []
| MChar s c : within c s = true -> matches (Char s) [c]
| MLeft a b w : matches a w -> matches (Or a b) w
| MRight a b w : matches b w -> matches (Or a b) w
| MThen a b u v : matches a u -> matches b v -> matches (Then a b) (u ++ v)
| MNone a : matches (Many a) []
| MMore a u v : matches a u -> matches (Many a) v -> matches (Many a) (u ++ v).

(** * Residuals: what may follow a character *)

Fixpoint nullable (r : regex) : bool :=
  match r with
  | Nothing | Char _ => false
  | Empty | Many _ => true
  | Or a b => nullable a || nullable b
  | Then a b => nullable a && nullable b
  end.

Definition then_ (a b : regex) : regex := match a with Empty => b | _ => Then a b end.

(** The first characters, each set with what may follow it. *)
Fixpoint steps (r : regex) : list (ranges * regex) :=
  match r with
  | Nothing | Empty => []
  | Char s => [(s, Empty)]
  | Or a b => steps a ++ steps b
  | Then a b =>
      map (fun p => (fst p, then_ (snd p) b)) (steps a) ++ (if nullable a then steps b else [])
  | Many a => map (fun p => (fst p, then_ (snd p) (Many a))) (steps a)
  end.

Lemma or_matches a b w : matches (Or a b) w <-> matches a w \/ matches b w.
Proof.
  split.
  - intro H. inversion H; subst; auto.
  - intros [H|H]; [apply MLeft | apply MRight]; assumption.
Qed.

Lemma then_splits a b w :
  matches (Then a b) w <-> exists u v, w = u ++ v /\ matches a u /\ matches b v.
Proof.
  split.
  - intro H. inversion H; subst. eauto.
  - intros (u & v & -> & H & K). constructor; assumption.
Qed.

Lemma empty_matches w : matches Empty w <-> w = [].
Proof. split; intro H; [inversion H; auto | subst; constructor]. Qed.

Lemma nullable_matches r : nullable r = true <-> matches r [].
Proof.
  split.
  - induction r; simpl; intro H; try discriminate; try solve [constructor].
    + apply orb_true_iff in H as [H|H]; [apply MLeft | apply MRight]; auto.
    + apply andb_true_iff in H as [H1 H2]. change (@nil N) with (@nil N ++ []). constructor; auto.
  - induction r; intro H; inversion H; subst; simpl; auto.
    + rewrite IHr1; auto.
    + rewrite IHr2; auto. apply orb_true_r.
    + match goal with E : _ ++ _ = [] |- _ => apply app_eq_nil in E as [-> ->] end.
      rewrite IHr1, IHr2; auto.
Qed.

Lemma then_matches a b w : matches (then_ a b) w <-> matches (Then a b) w.
Proof.
  destruct a; simpl; try reflexivity. rewrite then_splits. split.
  - intro H. exists [], w. repeat split; auto. constructor.
  - intros (u & v & -> & H & K). apply empty_matches in H as ->. assumption.
Qed.

Lemma many_first a c w :
  matches (Many a) (c :: w) ->
  exists u v, w = u ++ v /\ matches a (c :: u) /\ matches (Many a) v.
Proof.
  intro H. remember (Many a) as r eqn:Er. remember (c :: w) as t eqn:Et. revert c w Et.
  induction H; intros c0 w0 Et; try discriminate.
  injection Er as ->. destruct u as [|x u]; simpl in *.
  - apply IHmatches2; auto.
  - injection Et as -> <-. exists u, v. auto.
Qed.

Lemma steps_matches r : forall c w,
  matches r (c :: w) <->
  exists s r', In (s, r') (steps r) /\ within c s = true /\ matches r' w.
Proof.
  induction r as [| |s|a IHa b IHb|a IHa b IHb|a IHa]; intros c w; simpl.
  - split; [intro H; inversion H | intros (? & ? & [] & _)].
  - split; [intro H; inversion H | intros (? & ? & [] & _)].
  - split.
    + intro H. inversion H; subst. exists s, Empty. repeat split; auto. constructor.
    + intros (s' & r' & [E|[]] & W & M). injection E as <- <-.
      apply empty_matches in M as ->. constructor; assumption.
  - rewrite or_matches, IHa, IHb. split.
    + intros [(s & r' & I & ?)|(s & r' & I & ?)]; exists s, r'; rewrite in_app_iff; auto.
    + intros (s & r' & I & ?). apply in_app_iff in I as [I|I]; [left | right]; exists s, r'; auto.
  - rewrite then_splits. split.
    + intros (u & v & E & Ma & Mb). destruct u as [|x u]; simpl in E.
      * subst. apply nullable_matches in Ma. rewrite Ma. apply IHb in Mb as (s & r' & I & ?).
        exists s, r'. rewrite in_app_iff. auto.
      * injection E as -> ->. apply IHa in Ma as (s & r' & I & W & M).
        exists s, (then_ r' b). rewrite in_app_iff. repeat split; auto.
        -- left. apply in_map_iff. exists (s, r'). auto.
        -- apply then_matches. constructor; assumption.
    + intros (s & r' & I & W & M). apply in_app_iff in I as [I|I].
      * apply in_map_iff in I as ((s1 & r1) & E & I). simpl in E. injection E as <- <-.
        apply then_matches, then_splits in M as (u & v & -> & Mu & Mv).
        exists (c :: u), v. repeat split; auto. apply IHa. eauto.
      * destruct (nullable a) eqn:N; [|destruct I].
        exists [], (c :: w). repeat split; [apply nullable_matches; assumption | apply IHb; eauto].
  - split.
    + intro H. apply many_first in H as (u & v & -> & Ma & Mm).
      apply IHa in Ma as (s & r' & I & W & M). exists s, (then_ r' (Many a)). repeat split; auto.
      * apply in_map_iff. exists (s, r'). auto.
      * apply then_matches. constructor; assumption.
    + intros (s & r' & I & W & M). apply in_map_iff in I as ((s1 & r1) & E & I).
      simpl in E. injection E as <- <-.
      apply then_matches, then_splits in M as (u & v & -> & Mu & Mv).
      rewrite app_comm_cons. constructor; auto. apply IHa. eauto.
Qed.

(** * Equality of expressions *)

Fixpoint ranges_eqb (s t : ranges) : bool :=
  match s, t with
  | [], [] => true
  | (a, b) :: s, (c, d) :: t => (a =? c) && (b =? d) && ranges_eqb s t
  | _, _ => false
  end.

Fixpoint regex_eqb (a b : regex) : bool :=
  match a, b with
  | Nothing, Nothing | Empty, Empty => true
  | Char s, Char t => ranges_eqb s t
  | Or a b, Or c d | Then a b, Then c d => regex_eqb a c && regex_eqb b d
  | Many a, Many b => regex_eqb a b
  | _, _ => false
  end.

Lemma ranges_eqb_eq s : forall t, ranges_eqb s t = true -> s = t.
Proof.
  induction s as [|[a b] s IH]; intros [|[c d] t]; simpl; intro H; try discriminate; auto.
  apply andb_true_iff in H as [H1 H2]. apply andb_true_iff in H1 as [H0 H1].
  apply N.eqb_eq in H0 as ->. apply N.eqb_eq in H1 as ->. f_equal. auto.
Qed.

Lemma regex_eqb_eq a : forall b, regex_eqb a b = true -> a = b.
Proof.
  induction a; intros [] H; simpl in H; try discriminate; auto;
    try (apply andb_true_iff in H as [H1 H2]); f_equal; auto using ranges_eqb_eq.
Qed.

(** * Maps *)

Fixpoint built {A} (l : list (positive * A)) : PositiveMap.t A :=
  match l with
  | [] => PositiveMap.empty A
  | (i, x) :: l => PositiveMap.add i x (built l)
  end.

Lemma built_in {A} (l : list (positive * A)) i x :
  PositiveMap.find i (built l) = Some x -> In (i, x) l.
Proof.
  induction l as [|[j y] l IH]; simpl; intro H.
  - rewrite PositiveMap.gempty in H. discriminate.
  - destruct (Pos.eq_dec i j) as [->|D].
    + rewrite PositiveMap.gss in H. injection H as ->. auto.
    + rewrite PositiveMap.gso in H; auto.
Qed.

(** * Residuals as a nondeterministic automaton *)

(** A residual, and for each of its steps the number of the residual that it leads to. *)
Record node := Node { term : regex; nexts : list positive }.

Section Nodes.

Variable nodes : list (positive * node).
Let m := built nodes.

Fixpoint agree (ss : list (ranges * regex)) (ts : list positive) : bool :=
  match ss, ts with
  | [], [] => true
  | (_, r) :: ss, t :: ts =>
      match PositiveMap.find t m with
      | Some nd => regex_eqb r (term nd)
      | None => false
      end && agree ss ts
  | _, _ => false
  end.

Definition nodes_ok : bool :=
  forallb (fun p => agree (steps (term (snd p))) (nexts (snd p))) nodes.

Definition edges (i : positive) : list (ranges * positive) :=
  match PositiveMap.find i m with
  | Some nd => combine (map fst (steps (term nd))) (nexts nd)
  | None => []
  end.

(** Whether one of these residuals matches. *)
Definition any (l : list positive) (w : list N) : Prop :=
  exists i nd, In i l /\ PositiveMap.find i m = Some nd /\ matches (term nd) w.

Lemma agree_steps ss : forall ts, agree ss ts = true ->
  forall c w,
  (exists s r, In (s, r) ss /\ within c s = true /\ matches r w) <->
  (exists s t, In (s, t) (combine (map fst ss) ts) /\ within c s = true /\ any [t] w).
Proof.
  induction ss as [|[s r] ss IH]; intros [|t ts] H c w; simpl in *; try discriminate.
  - split; intros (? & ? & [] & _).
  - apply andb_true_iff in H as [H1 H2]. specialize (IH ts H2 c w).
    destruct (PositiveMap.find t m) as [nd|] eqn:F; try discriminate.
    apply regex_eqb_eq in H1 as ->. split.
    + intros (s' & r' & [E|I] & W & M).
      * injection E as <- <-. exists s, t. repeat split; auto. exists t, nd. simpl. auto.
      * destruct IH as [IH _].
        destruct IH as (s2 & t2 & I2 & ?); [exists s', r'; auto|]. exists s2, t2. auto.
    + intros (s' & t' & [E|I] & W & (i & nd' & [<-|[]] & F' & M)).
      * injection E as <- <-. rewrite F in F'. injection F' as <-. exists s, (term nd). auto.
      * destruct IH as [_ IH].
        destruct IH as (s2 & r2 & I2 & ?).
        { exists s', t'. repeat split; auto. exists t', nd'. simpl. auto. }
        exists s2, r2. auto.
Qed.

Lemma any_step (ok : nodes_ok = true) l c w :
  any l (c :: w) <->
  exists s t, In (s, t) (flat_map edges l) /\ within c s = true /\ any [t] w.
Proof.
  assert (step : forall i nd, PositiveMap.find i m = Some nd ->
    (matches (term nd) (c :: w) <->
     exists s t, In (s, t) (edges i) /\ within c s = true /\ any [t] w)).
  { intros i nd F. unfold edges. rewrite F.
    unfold nodes_ok in ok. rewrite forallb_forall in ok.
    specialize (ok (i, nd) (built_in nodes i nd F)). simpl in ok.
    rewrite steps_matches. apply agree_steps. assumption. }
  split.
  - intros (i & nd & I & F & M). apply (step i nd F) in M as (s & t & E & W & A).
    exists s, t. repeat split; auto. apply in_flat_map. eauto.
  - intros (s & t & E & W & A). apply in_flat_map in E as (i & I & E).
    destruct (PositiveMap.find i m) as [nd|] eqn:F.
    + exists i, nd. repeat split; auto. apply (step i nd F). eauto.
    + unfold edges in E. rewrite F in E. destruct E.
Qed.

End Nodes.

(** * Intervals of code points *)

(** The element beside the last boundary that is not above [c]. *)
Fixpoint pick {A} (c : N) (bs : list N) (xs : list A) (x : A) : A :=
  match bs, xs with
  | b :: bs, y :: ys => if b <=? c then pick c bs ys y else x
  | _, _ => x
  end.

Fixpoint ascending (b : N) (bs : list N) : bool :=
  match bs with
  | [] => true
  | c :: bs => (b <? c) && ascending c bs
  end.

Lemma ascending_least bs : forall b x, ascending b bs = true -> In x bs -> b < x.
Proof.
  induction bs as [|c bs IH]; simpl; intros b x H I; [destruct I|].
  destruct I as [E|I].
  - subst. apply andb_true_iff in H as [H _]. apply N.ltb_lt. assumption.
  - apply andb_true_iff in H as [H1 H2]. apply N.ltb_lt in H1. specialize (IH c x H2 I). lia.
Qed.

Lemma pick_floor c bs : forall b, ascending b bs = true -> b <= c ->
  let f := pick c bs bs b in
  b <= f /\ f <= c /\ forall x, In x bs -> x <= c -> x <= f.
Proof.
  induction bs as [|d bs IH]; simpl; intros b H L.
  - split; [lia|]. split; [lia|]. intros x I. destruct I.
  - apply andb_true_iff in H as [H1 H2]. apply N.ltb_lt in H1.
    destruct (d <=? c) eqn:D.
    + apply N.leb_le in D. destruct (IH d H2 D) as (A & B & C). simpl in *.
      split; [lia|]. split; [lia|]. intros x I X. destruct I as [<-|I]; [lia | auto].
    + apply N.leb_gt in D. split; [lia|]. split; [lia|].
      intros x I X. destruct I as [<-|I]; [lia|]. pose proof (ascending_least _ _ _ H2 I). lia.
Qed.

(** Whether each range begins and ends at a boundary; the first boundary is 0. *)
Definition bounded (bs : list N) (s : ranges) : bool :=
  forallb (fun r => existsb (N.eqb (fst r)) (0 :: bs) && existsb (N.eqb (snd r + 1)) (0 :: bs)) s.

Lemma within_floor c bs s : ascending 0 bs = true -> bounded bs s = true ->
  within (pick c bs bs 0) s = within c s.
Proof.
  intros A B. destruct (pick_floor c bs 0 A (N.le_0_l c)) as (_ & F & G). simpl in *.
  assert (G' : forall x, In x (0 :: bs) -> x <= c -> x <= pick c bs bs 0).
  { intros x [<-|I] L; [lia | auto]. }
  clear G. unfold bounded in B. induction s as [|[a b] s IH]; simpl in *; auto.
  apply andb_true_iff in B as [B1 B2]. apply andb_true_iff in B1 as [Ba Bb].
  rewrite IH by assumption. f_equal.
  assert (In a (0 :: bs)) as Ia.
  { apply orb_true_iff in Ba as [E|E].
    - apply N.eqb_eq in E. left. auto.
    - right. apply existsb_exists in E as (x & I & E). apply N.eqb_eq in E as ->. assumption. }
  assert (In (b + 1) (0 :: bs)) as Ib.
  { apply orb_true_iff in Bb as [E|E].
    - apply N.eqb_eq in E. left. auto.
    - right. apply existsb_exists in E as (x & I & E). apply N.eqb_eq in E as ->. assumption. }
  specialize (G' a Ia) as Ga. specialize (G' (b + 1) Ib) as Gb.
  apply eq_true_iff_eq. rewrite !andb_true_iff, !N.leb_le. lia.
Qed.

(** * Automata *)

(** A state: whether it accepts, and the state after a character of each interval. *)
Record state := State { accepts : bool; after : list positive }.

(** States by their numbers, 1 being the first; a state that is not there accepts nothing. *)
Definition automaton := list (positive * state).

Section Automaton.

Variable a : automaton.
Variable bs : list N.
Let states := built a.

Fixpoint runs (q : positive) (w : list N) : bool :=
  match PositiveMap.find q states, w with
  | None, _ => false
  | Some st, [] => accepts st
  | Some st, c :: w =>
      match after st with
      | [] => false
      | n :: ns => runs (pick c bs ns n) w
      end
  end.

End Automaton.

(** * Sets of residuals, and the states that they are *)

(** A set of residuals, the state that has its language, and the row after a character of each interval. *)
Record row := Row { set : list positive; is : positive; go : list positive }.

Definition same (k l : list positive) : bool :=
  forallb (fun x => existsb (Pos.eqb x) l) k && forallb (fun x => existsb (Pos.eqb x) k) l.

Lemma same_in k l : same k l = true -> forall x, In x k <-> In x l.
Proof.
  unfold same. rewrite andb_true_iff, !forallb_forall. intros [H1 H2] x.
  split; intro I; [specialize (H1 x I) as H | specialize (H2 x I) as H];
    apply existsb_exists in H as (y & J & E); apply Pos.eqb_eq in E as ->; assumption.
Qed.

Section Rows.

Variable nodes : list (positive * node).
Variable a : automaton.
Variable bs : list N.
Variable rows : list (positive * row).

Let m := built nodes.
Let states := built a.
Let rs := built rows.

(** The residuals after [b]. *)
Definition reached (es : list (ranges * positive)) (b : N) : list positive :=
  map snd (filter (fun e => within b (fst e)) es).

Definition cell (es : list (ranges * positive)) (b : N) (g n : positive) : bool :=
  match PositiveMap.find g rs with
  | Some r => same (reached es b) (set r) && Pos.eqb (is r) n
  | None => false
  end.

Fixpoint cells (es : list (ranges * positive)) (bs : list N) (gs ns : list positive) : bool :=
  match bs, gs, ns with
  | [], [], [] => true
  | b :: bs, g :: gs, n :: ns => cell es b g n && cells es bs gs ns
  | _, _, _ => false
  end.

Definition nullable_at (i : positive) : bool :=
  match PositiveMap.find i m with
  | Some nd => nullable (term nd)
  | None => false
  end.

Definition row_ok (r : row) : bool :=
  let es := flat_map (edges nodes) (set r) in
  match PositiveMap.find (is r) states with
  | Some st =>
      Bool.eqb (existsb nullable_at (set r)) (accepts st)
      && forallb (fun e => bounded bs (fst e)) es
      && cells es (0 :: bs) (go r) (after st)
  | None => false
  end.

Definition rows_ok : bool := forallb (fun p => row_ok (snd p)) rows.

Lemma cells_pick es c : forall bs gs ns b g n,
  cell es b g n = true -> cells es bs gs ns = true ->
  cell es (pick c bs bs b) (pick c bs gs g) (pick c bs ns n) = true.
Proof.
  induction bs0 as [|b1 bs0 IH]; intros [|g1 gs] [|n1 ns] b g n H K; simpl in *; try discriminate; auto.
  apply andb_true_iff in K as [K1 K2]. destruct (b1 <=? c); auto.
Qed.

Theorem rows_sound :
  ascending 0 bs = true -> nodes_ok nodes = true -> rows_ok = true ->
  forall w i r, PositiveMap.find i rs = Some r ->
  (any nodes (set r) w <-> runs a bs (is r) w = true).
Proof.
  intros A K R. induction w as [|c w IH]; intros i r F.
  - assert (O := R). unfold rows_ok in O. rewrite forallb_forall in O.
    specialize (O (i, r) (built_in rows i r F)). simpl in O. unfold row_ok in O. simpl.
    fold states. destruct (PositiveMap.find (is r) states) as [st|] eqn:Fs; try discriminate.
    apply andb_true_iff in O as [O _]. apply andb_true_iff in O as [O _].
    apply Bool.eqb_prop in O. rewrite <- O. rewrite existsb_exists. unfold any, nullable_at.
    fold m. split.
    + intros (j & nd & I & G & M). exists j. rewrite G. split; auto. apply nullable_matches. auto.
    + intros (j & I & N). destruct (PositiveMap.find j m) as [nd|] eqn:G; try discriminate.
      exists j, nd. repeat split; auto. apply nullable_matches. auto.
  - assert (O := R). unfold rows_ok in O. rewrite forallb_forall in O.
    specialize (O (i, r) (built_in rows i r F)). simpl in O. unfold row_ok in O. simpl.
    fold states. destruct (PositiveMap.find (is r) states) as [st|] eqn:Fs; try discriminate.
    apply andb_true_iff in O as [O C]. apply andb_true_iff in O as [_ B].
    destruct (go r) as [|g gs]; destruct (after st) as [|n ns]; simpl in C; try discriminate.
    apply andb_true_iff in C as [C0 C].
    pose proof (cells_pick _ c _ _ _ _ _ _ C0 C) as P. clear C0 C.
    unfold cell in P.
    destruct (PositiveMap.find (pick c bs gs g) rs) as [r'|] eqn:F'; try discriminate.
    apply andb_true_iff in P as [S E]. apply Pos.eqb_eq in E. rewrite <- E.
    rewrite <- (IH _ _ F'). rewrite any_step by assumption.
    pose proof (same_in _ _ S) as T. rewrite forallb_forall in B.
    split.
    + intros (s & t & I & W & (j & nd & [<-|[]] & G & M)).
      exists t, nd. repeat split; auto. apply T. unfold reached.
      apply in_map_iff. exists (s, t). split; auto. apply filter_In. split; auto.
      simpl. rewrite within_floor; auto. apply (B (s, t) I).
    + intros (t & nd & I & G & M). apply T in I. unfold reached in I.
      apply in_map_iff in I as ((s & t') & E' & I). simpl in E'. subst t'.
      apply filter_In in I as [I W]. simpl in W.
      rewrite within_floor in W; auto; [|apply (B (s, t) I)].
      exists s, t. repeat split; auto. exists t, nd. simpl. auto.
Qed.

End Rows.

(** * The checker *)

(** Of each residual but the first: of which one, and of which of its steps, it is what follows. *)
Definition origins := list (positive * nat).

Fixpoint terms (os : origins) (i : positive) (m : PositiveMap.t regex) (l : list (positive * regex))
  : list (positive * regex) :=
  match os with
  | [] => rev l
  | (p, k) :: os =>
      let r := match PositiveMap.find p m with
               | Some t => snd (nth k (steps t) ([], Nothing))
               | None => Nothing
               end in
      terms os (Pos.succ i) (PositiveMap.add i r m) ((i, r) :: l)
  end.

Fixpoint joined (ts : list (positive * regex)) (ns : list (list positive)) : list (positive * node) :=
  match ts, ns with
  | (i, t) :: ts, n :: ns => (i, Node t n) :: joined ts ns
  | _, _ => []
  end.

Record certificate := Certificate {
  boundaries : list N;  (** but the first, 0 *)
  from : origins;
  to : list (list positive);
  sets : list (positive * row)
}.

Definition checked (r : regex) (a : automaton) (c : certificate) : bool :=
  let ts := terms (from c) 2 (PositiveMap.add 1%positive r (PositiveMap.empty _)) [(1%positive, r)] in
  let nodes := joined ts (to c) in
  ascending 0 (boundaries c)
  && nodes_ok nodes
  && rows_ok nodes a (boundaries c) (sets c)
  && match PositiveMap.find 1%positive (built nodes), PositiveMap.find 1%positive (built (sets c)) with
     | Some nd, Some s =>
         regex_eqb (term nd) r && same (set s) [1%positive] && Pos.eqb (is s) 1
     | _, _ => false
     end.

Theorem checked_sound r a c : checked r a c = true ->
  forall w, matches r w <-> runs a (boundaries c) 1 w = true.
Proof.
  unfold checked. set (nodes := joined _ _). intros H w.
  apply andb_true_iff in H as [H H4]. apply andb_true_iff in H as [H H3].
  apply andb_true_iff in H as [H1 H2].
  destruct (PositiveMap.find 1%positive (built nodes)) as [nd|] eqn:F; try discriminate.
  destruct (PositiveMap.find 1%positive (built (sets c))) as [s|] eqn:G; try discriminate.
  apply andb_true_iff in H4 as [H4 H5]. apply andb_true_iff in H4 as [H4 H6].
  apply regex_eqb_eq in H4. apply Pos.eqb_eq in H5.
  pose proof (rows_sound nodes a (boundaries c) (sets c) H1 H2 H3 w 1%positive s G) as R.
  rewrite H5 in R. rewrite <- R. clear R.
  pose proof (same_in _ _ H6) as T. split.
  - intro M. exists 1%positive, nd. repeat split; auto.
    + apply T. left. reflexivity.
    + rewrite H4. assumption.
  - intros (i & nd' & I & F' & M). apply T in I as [<-|[]]. rewrite F in F'.
    injection F' as <-. rewrite <- H4. assumption.
Qed.
