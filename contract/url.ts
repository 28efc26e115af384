/** Characters of any URL that the service takes: of a picture, a parcel or a webhook. */
export const URL_MAX = 2048
