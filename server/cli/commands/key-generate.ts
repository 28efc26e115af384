import { generateKey } from '../../actions/stores/generate-key.ts'
import { idOf } from '../arguments.ts'
import { type Command, STORE_OPTION } from '../command.ts'

export const keyGenerate: Command = {
  name: 'key generate',
  summary: 'Makes a new API key for a store; the old one stops working at once.',
  options: STORE_OPTION,
  async run({ world, required }) {
    const { api_key } = await generateKey(world, idOf(required('store')))
    return { json: { api_key }, text: `API key  ${api_key}  (shown this once; the old key no longer works)` }
  },
}
