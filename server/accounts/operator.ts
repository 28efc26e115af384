/**
 * The operator of the service, a member of no team: logs and timelines show this name for what was done on the command
 * line.
 */
export const OPERATOR = { id: '', name: 'The operator', email: '' }

export const isOperator = (personId: string | null | undefined): boolean => personId === OPERATOR.id
