import { wrongField } from '#contract/dashboard/errors.ts'
import { personNameProblem } from '../rules/values/names.ts'
import { updatePerson } from '../storage/accounts/people.ts'
import type { World } from '../world.ts'

export async function changeName({ db }: World, personId: string, name: string): Promise<void> {
  const problem = personNameProblem(name)
  if (problem) throw wrongField('name', problem)
  await updatePerson(db, personId, { name: name.trim() })
}
