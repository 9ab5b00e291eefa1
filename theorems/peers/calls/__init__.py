"""What runs in a child: one file a peer, which imports that peer inside its functions and nothing of this project.

A function is a stand-alone recipe: its body holds every import that it needs, so that a reproduction script is its text and a call.
"""
