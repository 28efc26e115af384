// Loaded into every process of npm test. In a terminal node:test sets FORCE_COLOR, and the programs that tests start
// would inherit it and print colours.
delete process.env.FORCE_COLOR
