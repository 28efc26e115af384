/** The queue in which a delivery waits. There are two, so that failing deliveries cannot hold up the others. */
export type DeliveryLane = typeof QUICK_LANE | typeof PATIENT_LANE

/** First attempts to URLs that have not failed. */
export const QUICK_LANE = 0
/** Retries, replays, and everything to a URL that fails. */
export const PATIENT_LANE = 1

export const LANES: readonly DeliveryLane[] = [QUICK_LANE, PATIENT_LANE]
