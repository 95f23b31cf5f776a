"""What answers look like. A shape is a TypedDict: the type checker and the API description read the same one."""
