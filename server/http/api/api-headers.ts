import { API_VERSION } from '#contract/operations.ts'

/** On every answer under /api, refusals too. Caches on the way do not know that X-API-Key says whose an answer is. */
export const API_HEADERS = { 'x-api-version': API_VERSION, 'cache-control': 'no-store' } as const
