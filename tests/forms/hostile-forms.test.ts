import { readFileSync } from 'node:fs'
import { parseWithZod } from '@conform-to/zod/v4'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { operations } from '#app/api/registry.server.ts'
import { toFormName } from '#app/domain/settings/setting.ts'
import { shop } from '#app/domain/settings/shop.ts'
import '#app/http/responses.server.ts'
import { makeSettingSchema } from '#app/routes/admin/settings/setting-schema.ts'
import { mapSettings } from '#app/text/settings/setting-labels.ts'
import { shopLabels } from '#app/text/settings/shop-labels.ts'
import { makeChance, scaleRounds } from '#tests/support/attacks/chance.ts'
import { makeHostileFields, makeHostileValue } from '#tests/support/attacks/hostile-form.ts'

// Vitest finds this call by its text, and then does not cache this module. A type argument would hide it.
const modules = import.meta.glob(
  ['../../app/forms/*.ts', '../../app/routes/**/*-schema.ts', '../../app/routes/**/webhook-form.server.ts'],
  { eager: true },
) as Record<string, Record<string, unknown>>

const block = { key: '1-1', publicationId: 1, hasAirplaneInfo: true, hasPhoto: true }
const shapes = { isKnown: false, isCompany: true, shipsElsewhere: true, needsShipping: true, ieMaxLength: 14 }
const day = '2026-11-21'

/** Arguments of functions that return schemas. Add new ones here. */
const fixturesByForm: Readonly<Record<string, readonly unknown[]>> = {
  makeAccountSchema: [shapes],
  makeAddressesSchema: [{ shipsElsewhere: true }],
  makeBankSchema: ['001'],
  makeBoletoRenewalSchema: [day],
  makePasswordChangeSchema: [{ isStaff: true }],
  makeCheckoutSchema: [{ ...shapes, blocks: [block] }],
  makeContactChangesSchema: [{ hasPhone: true, hasAddresses: true, shipsElsewhere: true }],
  makeActDaySchema: [{ today: day }],
  makeCancellationSchema: [new Date()],
  makeDeliveryCorrectionSchema: [{ isAddressTyped: true }],
  makeDispatchSchema: [{ type: 'SEDEX', today: day }],
  makeShipmentEditSchema: [{ isDirect: false, pickedLines: [{ id: 1, orderId: 1 }] }],
  makeInvitedAccountSchema: ['a@exemplo.test'],
  makeInvoiceSchema: [new Date(), null],
  makeArrivalsSchema: [day],
  makePayerCorrectionSchema: [{ isCompany: true }],
  makeNewShipmentSchema: [{ isDirect: true, pickedLines: [], today: day }],
  makeNoteSchema: [{ isReturned: true }],
  makeRefundSchema: [day],
  makeSettingSchema: [shop, shopLabels],
  makeSubscriptionSchema: [{ hasStatus: true, hasDue: true, hasDispatch: true }],
  makeTrackingCodesSchema: [day],
  makeTrackingSchema: [{ type: 'PAC', today: day }],
  makeUnitsSchema: [[block]],
  makeUserSchema: [{ ...shapes, hasEmail: true, omittedParts: [] }],
  makeWebhookSchema: [false],
}

type FormCase = [name: string, schema: z.ZodType, names: string[]]

const settingForms = mapSettings((setting, labels): FormCase => {
  const names = Object.keys(setting.fields).map(toFormName)
  return [`setting ${setting.name}`, makeSettingSchema(setting, labels), ['lock_version', ...names]]
})

const declaredForms = Object.entries(modules).flatMap(([path, module]) =>
  Object.entries(module).flatMap(([name, exported]): FormCase[] => {
    const schema =
      /[sS]chema$/.test(name) && typeof exported === 'function' ? makeExample(name, exported) : exported
    return schema instanceof z.ZodType ? [[`${path.slice(10)} ${name}`, schema, listNames(path)]] : []
  }),
)

// biome-ignore lint/complexity/noBannedTypes: whatever a module exports
function makeExample(name: string, makeSchema: Function): unknown {
  const fixtures = fixturesByForm[name]
  return fixtures
    ? Reflect.apply(makeSchema, undefined, fixtures)
    : expect.fail(`${name}: with what is it made?`)
}

/** Returns the words of a form's source, among them the names of its fields, and names that no field has. */
function listNames(path: string): string[] {
  const source = readFileSync(new URL(path, import.meta.url), 'utf8')
  const words = [...source.matchAll(/\b([a-z]\w{1,30})\b/gi)].map(([, word = '']) => word)
  return [
    ...new Set(words),
    'billing.street',
    'shipping.zip_code',
    'price.1',
    'units.1-1.prefix',
    'toString',
    '1',
  ]
}

const schemas = [...declaredForms, ...settingForms]

/** Default messages of the library, in English. */
const englishMessage = /\b(invalid|expected|received|required|too (big|small)|must|unrecognized|input)\b/i

describe.each(schemas)('form %s', (name, schema, names) => {
  test('returns only Portuguese messages for hostile values and throws no exception', () => {
    const chance = makeChance(name.length * 7919)
    for (let count = 0; count < scaleRounds(60); count++) {
      const form = new FormData()
      for (const [field, value] of makeHostileFields(names, chance)) form.append(field, value)
      const submission = parseWithZod(form, { schema })
      if (submission.status === 'success') continue
      const messages = Object.values(submission.error ?? {}).flat()
      for (const text of messages) expect([text, englishMessage.test(String(text))]).toEqual([text, false])
      expect(JSON.stringify(submission.reply()).length).toBeLessThan(20_000_000)
    }
  }, 60_000)
})

test('covers more than forty-five forms', () => {
  expect(schemas.length).toBeGreaterThan(45)
})

test.each(operations.map((operation) => [operation.id, operation] as const))(
  'the parser of the call %s throws no exception for any body, query or parameters',
  (id, { body, query, params }) => {
    const schemaText = JSON.stringify(
      [body, query, params].map(
        (schema) => schema && z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }),
      ),
    )
    const fieldNames = [...schemaText.matchAll(/"(\w{1,40})":/g)].map(([, word = '']) => word)
    const chance = makeChance(id.length * 104_729)
    for (let count = 0; count < scaleRounds(60); count++)
      for (const schema of [body, query, params]) {
        const result = schema?.safeParse(
          makeHostileValue([...fieldNames, '__proto__', 'constructor', '0'], chance),
        )
        if (result && !result.success) expect(result.error.issues.length).toBeGreaterThan(0)
      }
  },
)
