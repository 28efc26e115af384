import { API_VERSION } from '#contract/operations.ts'

/**
 * On every answer under /api, refusals too. `no-store`, because caches do not know that answers differ by X-API-Key.
 */
export const API_HEADERS = { 'x-api-version': API_VERSION, 'cache-control': 'no-store' } as const
