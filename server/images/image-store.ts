export interface ImageStore {
  put(path: string, bytes: Uint8Array, type: string): Promise<void>
}
