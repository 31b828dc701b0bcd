"""The engines that run the plan. Each is a function from inputs to the tables of the plan."""
