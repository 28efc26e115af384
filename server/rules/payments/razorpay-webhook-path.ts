/** Where Razorpay tells of a store's payments, as the seller enters it there. */
export const razorpayWebhookPath = (storeId: string): string => `/payments/razorpay/${storeId}/webhook`
