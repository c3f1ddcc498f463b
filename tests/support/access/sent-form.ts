import { ownerField } from '#app/domain/accounts/form-owner.ts'
import type { EveryRecord } from '#tests/factories/every-record.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { readFormFields } from '#tests/support/pages/form-of.ts'
import { type Fields, formBody, type Visitor } from '#tests/support/request.ts'
import type { Role, Row } from './matrix.ts'
import { chosenFiles, fixedSenders, typedFields } from './valid-bodies.ts'

const rolesByStrength: readonly Role[] = [
  'superuser',
  'staff',
  'owner',
  'partner',
  'buyer',
  'mechanic',
  'visitor',
]

/** Returns a role that may send the form; undefined if only a token gives access. */
export function findSender(name: string, { post }: Row): Role | undefined {
  return fixedSenders[name] ?? rolesByStrength.find((role) => post[role] === 'open')
}

/** Returns the page's hidden fields, except the signed owner, with the typed values and the chosen file. */
export async function fillForm(
  name: string,
  row: Row,
  {
    records,
    as,
    sender = findSender(name, row),
  }: { records: EveryRecord; as: (role: Role) => Visitor; sender?: Role },
): Promise<Fields | FormData> {
  const page =
    sender && row.get[sender] === 'open' ? await fetchPage(as(sender), row.path(records)) : undefined
  const { [ownerField]: _, ...hiddenFields } = page?.status === 200 ? readFormFields(page.html) : {}
  const fields = { ...hiddenFields, ...row.fields?.(records), ...typedFields[name]?.(records) }
  const chosenFile = chosenFiles[name]
  if (!chosenFile) return fields
  const body = new FormData()
  for (const [field, value] of formBody({ ...fields, [chosenFile.field]: undefined }))
    body.append(field, value)
  body.append(chosenFile.field, new File([new Uint8Array(await chosenFile.bytes())], chosenFile.name))
  return body
}
