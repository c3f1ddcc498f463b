import { z } from 'zod'
import { type Call, defineOperation, requireApiViewer } from '#app/api/operation.server.ts'
import { requireSignature } from '#app/api/operations/subscriptions/signatures.server.ts'
import { ApiError, makeFieldError, makeIssuesError } from '#app/api/problem.server.ts'
import { requireMatch } from '#app/api/version.server.ts'
import { subscriptionStatusInput } from '#app/api/wire/codes.ts'
import { hiddenField } from '#app/api/wire/hidden-field.ts'
import { signatureWire } from '#app/api/wire/signature.ts'
import { civilDateOrNull, idPath, reference } from '#app/api/wire/values.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { getCurrentStatus } from '#app/domain/subscriptions/subscription.ts'
import { makeSubscriptionSchema } from '#app/forms/subscription.ts'
import { parseId } from '#app/http/list-params.ts'
import {
  findSubscriptionForStaff,
  SubscriptionRefused,
  saveSubscription,
} from '#app/models/shipments/staff-subscription.server.ts'
import { formatSubscriptionRefusal } from '#app/text/subscriptions/staff-subscription-labels.ts'

const unchangedReference = hiddenField(
  reference().optional().meta({ description: 'Não muda: aceito se é o de agora' }),
)

const makeTextSchema = (maxLength: number) => z.string().max(maxLength).nullish()
const signatureChanges = z
  .strictObject({
    status: subscriptionStatusInput.optional(),
    publication: unchangedReference,
    order: unchangedReference,
    profile: unchangedReference,
    track_code: makeTextSchema(40).meta({ example: 'AA123456785BR' }),
    expedition_date: civilDateOrNull,
    notes: makeTextSchema(4_000).meta({ description: 'Só a equipe vê' }),
    due: civilDateOrNull.meta({ description: 'AAAA-MM-DD', example: '2027-11-22' }),
  })
  .meta({
    id: 'SignatureChanges',
    example: { status: { id: 5 }, due: '2027-11-22', notes: 'Renova por telefone.' },
  })

export const updateSignature = defineOperation({
  id: 'updateSignature',
  method: 'PUT',
  path: '/signature/{id}/',
  tag: 'Assinaturas',
  summary: 'Alterar uma publicação comprada',
  description:
    'Um campo ausente fica como está. A situação é das expedições enquanto for 2 ou 3; código e data se corrigem em 3; uma compra avulsa não tem vencimento.',
  access: 'staff',
  scope: 'signatures:write',
  acceptsOwnResponse: true,
  isVersioned: true,
  params: idPath,
  body: signatureChanges,
  success: { status: 200, description: 'Como ficou', schema: signatureWire },
  async handle({ params, body: changes }, call) {
    const signatureId = parseId(params.id)
    const unit = signatureId === undefined ? undefined : await findSubscriptionForStaff(signatureId)
    if (!unit) throw new ApiError(404)
    requireMatch(call, unit.lock_version)
    await saveChanges(unit, changes, call)
    return requireSignature(unit.id, call)
  },
})

type Unit = NonNullable<Awaited<ReturnType<typeof findSubscriptionForStaff>>>
type Changes = z.output<typeof signatureChanges>

async function saveChanges(unit: Unit, changes: Changes, call: Call) {
  rejectChangedReferences(unit, changes)
  const today = toCivilDate(new Date())
  const { lock_version: seenVersion, ...values } = parseChanges(unit, changes, today)
  const { registration, isForeign, serialNumber } = unit
  const aircraft = { registration, isForeign, serialNumber, fuel: values.aircraft.fuel }
  try {
    await saveSubscription(
      unit.id,
      { ...values, aircraft },
      { actorUserId: requireApiViewer(call).userId, seenVersion, today },
    )
  } catch (error) {
    if (!(error instanceof SubscriptionRefused)) throw error
    const { field, text } = formatSubscriptionRefusal(error.reason)
    throw makeFieldError(field, text, 'locked')
  }
}

function rejectChangedReferences(unit: Unit, { publication, order, profile }: Changes) {
  const references = [
    ['publication', publication, unit.publicationId],
    ['order', order, unit.orderId],
    ['profile', profile, unit.profileId],
  ] as const
  for (const [name, sentId, storedId] of references)
    if (sentId !== undefined && sentId !== storedId)
      throw makeFieldError(name, 'Não muda depois da compra', 'locked')
}

/** Validates the changes with the form's rules. Ignores unchanged fields because clients send whole records back. */
function parseChanges(unit: Unit, changes: Changes, today: string) {
  const { status, due, notes = unit.notes } = changes
  const { track_code: trackCode = unit.trackCode, expedition_date: sentOn = unit.sentOn } = changes
  const changedFields = {
    hasStatus: status !== undefined && status !== getCurrentStatus(unit, today),
    hasDue: due !== undefined && due !== unit.due,
    hasDispatch: trackCode !== unit.trackCode || sentOn !== unit.sentOn,
  }
  const parsedUnit = makeSubscriptionSchema(changedFields).safeParse({
    lock_version: unit.lock_version,
    status: String(status),
    due: due ?? '',
    track_code: trackCode ?? '',
    expedition_date: sentOn ?? '',
    notes: notes ?? '',
    fuel: unit.fuel === null ? '' : String(unit.fuel),
  })
  if (parsedUnit.success) return parsedUnit.data
  throw makeIssuesError(parsedUnit.error.issues)
}
