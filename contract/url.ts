/** The most characters in a URL that the service accepts: of a picture, a parcel or a webhook. */
export const URL_MAX = 2048
