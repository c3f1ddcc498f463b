import { parseWithZod } from '@conform-to/zod/v4'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { soldServices } from '#app/domain/checkout/carriers/carriers.ts'
import { makeFieldTextReader } from '#app/forms/field-text.ts'
import { freightSchema, maxFreightSteps, serviceField } from '#app/forms/freight.ts'
import type { PageHandle } from '#app/http/page.ts'
import { readForm } from '#app/http/responses.server.ts'
import { requireStaff } from '#app/http/staff.server.ts'
import {
  type FreightStep,
  listFreightServiceRegions,
  listFreightSteps,
  replaceFreightSteps,
} from '#app/models/checkout/freight.server.ts'
import { paths } from '#app/paths.ts'
import { FreightChooser, FreightSteps } from '#app/routes/admin/settings/freight-steps.tsx'
import { makeSettingReply, saveSettingOrConflict } from '#app/routes/admin/settings/setting-form.server.ts'
import { SettingForm } from '#app/routes/admin/settings/setting-form.tsx'
import { loadSettingFrame } from '#app/routes/admin/settings/setting-history.server.ts'
import { carrierNames } from '#app/text/checkout/carriers.ts'
import { formatReais } from '#app/text/platform/format.ts'
import { isRegion, regionNames } from '#app/text/platform/region-labels.ts'
import { settingTitles } from '#app/text/settings/setting-titles.ts'

export const handle: PageHandle = { title: settingTitles.freight, section: 'settings', help: 'frete' }

/** Empty rows below the table, in which new steps can be typed without scripts. */
const SPARE_LINES = 3

export async function loader(args: LoaderFunctionArgs) {
  const { isSuperuser: canImport } = await requireStaff(args)
  const part = parseFreightPart(args.request)
  const [steps, parts, frame] = await Promise.all([
    listFreightSteps(part),
    listFreightServiceRegions(),
    loadSettingFrame('freight'),
  ])
  const services = [
    ...new Set([...soldServices.toReversed(), part.service, ...parts.map(({ service }) => service)]),
  ]
  const lineCount = Math.min(steps.length + SPARE_LINES, maxFreightSteps)
  return { part, parts, services, lineCount, saved: toTexts(steps), canImport, ...frame }
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireStaff(args)
  const part = parseFreightPart(args.request)
  const submission = parseWithZod(await readForm(args.request), { schema: freightSchema })
  if (submission.status !== 'success') return makeSettingReply(submission)
  const { lock_version, step: steps } = submission.value
  const saveContext = { seenVersion: lock_version, actorUserId: viewer.userId }
  return saveSettingOrConflict(
    replaceFreightSteps(part, steps, saveContext),
    {
      name: 'freight',
      labels: makeStepLabels(maxFreightSteps),
      loadStored: async () => toTexts(await listFreightSteps(part)),
      typed: toTexts(steps),
    },
    { submission, location: paths.admin.freightPart(part) },
  )
}

const [defaultService = ''] = soldServices.toReversed()

/** Returns region and service of the address; by default the slower service of the South-East. */
function parseFreightPart(request: Request) {
  const { searchParams } = new URL(request.url)
  const region = searchParams.get('region')
  const service = serviceField.safeParse(searchParams.get('other_service') || searchParams.get('service'))
  return {
    region: isRegion(region) ? region : ('SE' as const),
    service: service.success ? service.data : defaultService,
  }
}

function toTexts(steps: readonly FreightStep[]): Record<string, string> {
  return Object.fromEntries(
    steps.flatMap(({ max_weight_kg, value, days }, line) => [
      [`step.${line}.kg`, String(max_weight_kg)],
      [`step.${line}.value`, formatReais(value).replace('R$ ', '')],
      [`step.${line}.days`, String(days)],
    ]),
  )
}

function makeStepLabels(lineCount: number): Record<string, string> {
  const fieldNames = { kg: 'peso', value: 'valor', days: 'dias' }
  const labels: Record<string, string> = {}
  for (let line = 0; line < lineCount; line++)
    for (const [name, fieldName] of Object.entries(fieldNames))
      labels[`step.${line}.${name}`] = `Linha ${line + 1}, ${fieldName}`
  return labels
}

/** Returns the number of rows to show: the stored rows, or more if the form sent values in later rows. */
function countLinesToShow(lineCount: number, getValue: (name: string) => string | undefined): number {
  const isLineSent = (line: number) =>
    ['kg', 'value', 'days'].some((name) => getValue(`step.${line}.${name}`) !== undefined)
  const lines = Array.from({ length: maxFreightSteps }, (_, line) => line)
  const sentCount = (lines.findLast(isLineSent) ?? -1) + 1
  return Math.max(lineCount, sentCount)
}

export default function FreightSetting() {
  const { part, parts, services, lineCount, saved, canImport, lock_version, history } =
    useLoaderData<typeof loader>()
  const actionData = useActionData<typeof action>()
  const field = makeFieldTextReader(actionData?.result, saved)
  return (
    <SettingForm
      title={settingTitles.freight}
      lead={`${part.service} para ${regionNames[part.region]}: o que se cobra quando ${carrierNames.name} não respondem ou não há contrato.`}
      back={paths.admin.settings()}
      action={paths.admin.freightPart(part)}
      lock_version={actionData?.lock_version ?? lock_version}
      conflict={actionData?.conflict}
      labels={makeStepLabels(lineCount)}
      before={
        <FreightChooser
          part={part}
          parts={parts}
          services={services}
          action={paths.admin.setting('freight')}
        />
      }
      field={field}
      history={history}
    >
      <FreightSteps lineCount={countLinesToShow(lineCount, field.value)} field={field} />
      <p className="hint">
        Uma linha vazia sai da tabela; sem nenhuma linha o serviço não é oferecido na região. Fretes já
        calculados valem até 24 horas.
      </p>
      {canImport ? (
        <p>
          <a href={paths.admin.csvUpload('freight')}>Importar CSV</a>
        </p>
      ) : null}
    </SettingForm>
  )
}
