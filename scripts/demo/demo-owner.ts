import { randomBytes } from 'node:crypto'
import { hashPassword } from '../../server/accounts/password.ts'
import { insertMember } from '../../server/storage/accounts/members.ts'
import { insertPerson } from '../../server/storage/accounts/people.ts'
import type { World } from '../../server/world.ts'

const EMAIL = 'owner@example.com'

/** Makes an owner who can sign in to the demo store's dashboard. The password is new in every run. */
export async function makeDemoOwner(
  { db, newId, now }: World,
  storeId: string,
): Promise<{ email: string; password: string }> {
  const password = randomBytes(9).toString('base64url')
  const person = { id: newId(), name: 'Asha Rao', email: EMAIL, password_hash: await hashPassword(password) }
  await db.transaction(async (tx) => {
    await insertPerson(tx, { ...person, created_at: now() })
    await insertMember(tx, { store_id: storeId, person_id: person.id, role: 'owner', since: now() })
  })
  return { email: EMAIL, password }
}
