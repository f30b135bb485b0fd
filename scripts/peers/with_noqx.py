"""A penpa link solved by noqx, for boards.py: with_noqx.py CHECKOUT GENRE LINK SECONDS. Prints the number of solutions, of two at most."""
import importlib
import os
import sys

checkout, genre, link, seconds = sys.argv[1:]
sys.path.insert(0, checkout)
os.chdir(checkout)
clingo, manager = importlib.import_module("noqx.clingo"), importlib.import_module("noqx.manager")

clingo.Config.time_limit = int(float(seconds))
clingo.Config.max_solutions_to_find = 2
manager.load_solver("solver", genre)
parameters = manager.list_solver_metadata()[genre]["parameters"]
chosen = {name: parameter.get("default") for name, parameter in parameters.items()}
print(len(clingo.run_solver(genre, link.split("#")[1].replace("m=solve", "m=edit"), chosen)))
