"""Released libraries held against certified values: adapters, batteries in child processes, reports, reproduction scripts, samplers.

`findings.md` tells the findings; `reports/` keeps what each battery found, so that the next version shows what moved.
"""
