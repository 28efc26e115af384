/** Whoever runs the service, as logs and timelines name who did something on the command line. */
export const OPERATOR = { id: '', name: 'The operator', email: '' }
