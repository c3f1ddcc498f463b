import { parseWithZod } from '@conform-to/zod/v4'
import { listMissingParts } from '#app/domain/accounts/account-parts.ts'
import { formatCep } from '#app/domain/accounts/cep.ts'
import { normaliseCnpj } from '#app/domain/accounts/cnpj.ts'
import { normaliseCpf } from '#app/domain/accounts/cpf.ts'
import { isRemovedEmail } from '#app/domain/accounts/data-retention.ts'
import { type Identity, toIdentity } from '#app/domain/accounts/identity.ts'
import { isStaffAccount } from '#app/domain/accounts/roles.ts'
import { getMaxIeLength } from '#app/domain/accounts/state-registration.ts'
import { makeUserSchema, type UserFields } from '#app/forms/user.ts'
import {
  buildLineForm,
  collectProblems,
  type Importer,
  type LineVerdict,
  listDifferences,
  type PlannedChange,
} from '#app/import/csv/importer.ts'
import type { CsvCells } from '#app/import/csv/read-csv.server.ts'
import { parseSwitches } from '#app/import/csv/switches.ts'
import type { Address } from '#app/models/accounts/address.server.ts'
import { changeUser, createUser, type UserForm } from '#app/models/accounts/user-edit.server.ts'
import { type KnownUser, listUsersByKey } from '#app/models/backoffice/import/csv-lookups.server.ts'
import type { Problems } from '#app/models/backoffice/import/staging.server.ts'
import { getShopRules } from '#app/models/settings/setting.server.ts'
import { formatYesNo, toIdentityTexts, userLabels } from '#app/text/accounts/user-labels.ts'
import { csvColumns } from '#app/text/backoffice/csv-columns.ts'
import { csvLineProblems } from '#app/text/backoffice/csv-import-labels.ts'

type Texts = Record<string, string>
type PersonKey = { email: string; document: string | null }

/** Finds accounts by e-mail, else by CPF or CNPJ. An unknown e-mail creates an account without a password (D95). */
export const validateClientLines: Importer = async (lines) => {
  const keys = lines.map(readKey)
  const users = await listUsersByKey({
    emails: keys.flatMap(({ email }) => email || []),
    documents: keys.flatMap(({ document }) => document ?? []),
  })
  const { ieMaxLength } = await getShopRules()
  return lines.map((cells) => validateLine(cells, { ...readKey(cells), users, ieMaxLength }))
}

function readKey({ email = '', cpf = '', cnpj = '' }: CsvCells): PersonKey {
  const document = cnpj ? normaliseCnpj(cnpj) : normaliseCpf(cpf)
  return { email: email.trim().toLowerCase(), document }
}

type PersonContext = PersonKey & { users: readonly KnownUser[]; ieMaxLength: number }

function validateLine(cells: CsvCells, context: PersonContext): LineVerdict {
  const account = findUser(context)
  if ('problems' in account) return account
  const { user } = account
  if (user && isRemovedEmail(user.email)) return { problems: { registro: [csvLineProblems.removed] } }
  if (user && isStaffAccount(user)) return { problems: { registro: [csvLineProblems.staff] } }
  const switches = parseSwitches(cells, csvColumns.clients)
  const form = buildLineForm(user ? toTexts(user) : { is_active: 'on' }, switches.cells)
  const isCompany = findIsCompany(cells, user)
  // The file has one column for the IE of a company and of a farmer.
  if (!isCompany) form.set('rural_ie', String(form.get('ie') ?? ''))
  const schema = makeUserSchema({
    isCompany,
    shipsElsewhere: [...form.keys()].some((name) => name.startsWith('shipping.')),
    hasEmail: !user,
    omittedParts: user ? listMissingParts(user).filter((part) => isBlank(form, part)) : [],
    ieMaxLength: getMaxIeLength(form.get('billing.state'), context.ieMaxLength, { isPerson: !isCompany }),
  })
  const submission = parseWithZod(form, { schema })
  const problems = {
    ...moveIeProblem(collectProblems(submission.status === 'error' ? submission.error : null)),
    ...switches.problems,
    ...(isCompany ? {} : listCompanyProblems(cells)),
  }
  if (submission.status !== 'success' || Object.keys(problems).length > 0) return { problems }
  return planUser(user, toUserForm(submission.value, { isCompany, user }))
}

function findIsCompany({ cpf, cnpj }: CsvCells, user: KnownUser | undefined): boolean {
  if (cnpj) return true
  if (cpf) return false
  return user?.isCompany ?? false
}

/** Reports faults of a farmer's IE at `ie`, because the file has one column for both kinds of IE. */
function moveIeProblem({ rural_ie, ...problems }: Problems): Problems {
  return rural_ie ? { ...problems, ie: rural_ie } : problems
}

/** Rejects company data of a person, because the account could not store them. */
function listCompanyProblems({ company_name }: CsvCells): Problems {
  const filledCells = Object.entries({ company_name }).filter(([, text]) => text)
  return Object.fromEntries(filledCells.map(([field]) => [field, [csvLineProblems.companyOnly]]))
}

/** Returns the line's account. A new account has no `user`. */
function findUser({ email, document, users }: PersonContext): { user?: KnownUser } | { problems: Problems } {
  const userWithEmail = users.find((user) => user.email.toLowerCase() === email)
  if (userWithEmail) return { user: userWithEmail }
  if (!email && !document) return { problems: { registro: [csvLineProblems.noPerson] } }
  const usersWithDocument = document
    ? users.filter(({ cpf, cnpj }) => cpf === document || cnpj === document)
    : []
  if (email && usersWithDocument.length > 0) return { problems: { email: [csvLineProblems.otherEmail] } }
  const [user, ...otherUsers] = usersWithDocument
  if (otherUsers.length > 0) return { problems: { email: [csvLineProblems.several] } }
  return user ? { user } : {}
}

function isBlank(form: FormData, part: string): boolean {
  return ![...form.keys()].some((name) => name === part || name.startsWith(`${part}.`))
}

function planUser(user: KnownUser | undefined, form: UserForm): PlannedChange {
  const { cpf, cnpj } = form.identity
  // Existing accounts may share a document, but a file must not create two accounts with one document.
  const userKeys = { key: form.email, otherKey: user ? undefined : (cnpj ?? cpf ?? undefined) }
  const toActor = (userId: number) => ({ userId, isSuperuser: false })
  if (!user)
    return {
      ...userKeys,
      targetId: null,
      changes: null,
      write: ({ actorUserId }) => createUser(form, toActor(actorUserId), 'import'),
    }
  const { id, lock_version: seenVersion } = user
  return {
    ...userKeys,
    targetId: id,
    changes: listDifferences(
      Object.keys(userLabels),
      toShownTexts(toTexts(user)),
      toShownTexts(toTexts(mergeUser(user, form))),
    ),
    async write({ actorUserId }) {
      const change = { form, seenVersion, actor: toActor(actorUserId), origin: 'import' } as const
      return (await changeUser(id, change)) ? id : null
    },
  }
}

type UserData = Identity &
  Pick<KnownUser, 'email' | 'isPartner' | 'isActive'> & {
    billing: Address | null | undefined
    shipping: Address | null | undefined
  }

function mergeUser(user: KnownUser, { identity, billing, shipping, isPartner }: UserForm): UserData {
  return { ...user, ...identity, billing, shipping, isPartner }
}

/** Returns the account's texts by fields of the user's form. */
function toTexts(user: UserData): Texts {
  return {
    ...toIdentityTexts(user),
    email: user.email,
    is_active: user.isActive ? 'on' : '',
    is_partner: user.isPartner ? 'on' : '',
    ...toAddressTexts('billing', user.billing),
    ...toAddressTexts('shipping', user.shipping),
  }
}

function toAddressTexts(prefix: string, address: Address | null | undefined): Texts {
  if (!address) return {}
  const texts = Object.entries({ ...address, zip_code: formatCep(address.zip_code) })
  return Object.fromEntries(texts.map(([name, text]) => [`${prefix}.${name}`, text]))
}

function toShownTexts(texts: Texts): Texts {
  return {
    ...texts,
    person_or_company: formatYesNo(texts.person_or_company === '1'),
    is_active: formatYesNo(texts.is_active === 'on'),
    is_partner: formatYesNo(texts.is_partner === 'on'),
  }
}

type UserFormOptions = { isCompany: boolean; user: KnownUser | undefined }

function toUserForm(fields: UserFields, { isCompany, user }: UserFormOptions): UserForm {
  return {
    identity: toIdentity(isCompany, fields),
    email: fields.email ?? user?.email ?? '',
    billing: fields.billing ?? null,
    shipping: fields.shipping ?? null,
    isActive: user?.isActive ?? true,
    isPartner: fields.is_partner,
    isStaff: false,
    isSuperuser: false,
  }
}
