"""The registry, its papers and its documentation as pages for a browser: static files, opened from disk or from any server."""
