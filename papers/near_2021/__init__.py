"""The book *Programming Differential Privacy* (Near and Abuah 2021): definitions, theorems, remarks, and the programs that it ships."""
