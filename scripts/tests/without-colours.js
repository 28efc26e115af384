// Loaded into every process of npm test: in a terminal node asks for colours, and the programs that tests start would use
// them too.
delete process.env.FORCE_COLOR
