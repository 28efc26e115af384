/** The path of Razorpay's webhook for a store, which the seller enters at Razorpay. */
export const razorpayWebhookPath = (storeId: string): string => `/payments/razorpay/${storeId}/webhook`
