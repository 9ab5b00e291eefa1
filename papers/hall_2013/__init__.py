"""The post on private functions (Hall, Rinaldo and Wasserman 2013): claims, measured rates, errata."""
