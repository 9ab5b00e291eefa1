"""A paper's account as pages: LaTeX fragments, and the documents that hold them together."""
