from typing import Any

class Column: ...
class DataFrame: ...

class SparkSession:
    udf: Any
