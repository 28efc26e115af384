interface Begun {
  gateway: string
  account: string | null
}

/** Whether money paid now reaches the account that will be asked about the payment. */
export const canCollect = (
  { name, account }: { name: string; account: string | null },
  payment: Begun,
): boolean => payment.gateway === name && payment.account === account
