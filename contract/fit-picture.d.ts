export function fitPicture(file: File, most: { bytes: number; pixels: number }): Promise<Blob | undefined>
