/** Which of the two queues of deliveries one waits in, so that what fails cannot keep back what does not. */
export type DeliveryLane = typeof QUICK_LANE | typeof PATIENT_LANE

/** First attempts to URLs that have not failed. */
export const QUICK_LANE = 0
/** Retries, replays, and all that goes to a URL that fails. */
export const PATIENT_LANE = 1

export const LANES: readonly DeliveryLane[] = [QUICK_LANE, PATIENT_LANE]
