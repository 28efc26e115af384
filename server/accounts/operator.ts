/** Whoever runs the service, as logs and timelines name who did something on the command line; a member of no team. */
export const OPERATOR = { id: '', name: 'The operator', email: '' }

export const isOperator = (personId: string | null | undefined): boolean => personId === OPERATOR.id
