import type { Region } from '#app/domain/accounts/states.ts'
import { compactText } from '#app/domain/platform/folded-text.ts'
import { freightStep, serviceField } from '#app/forms/freight.ts'
import { type Importer, type LineVerdict, listDifferences } from '#app/import/csv/importer.ts'
import type { CsvCells } from '#app/import/csv/read-csv.server.ts'
import { listRatesByService } from '#app/models/backoffice/import/csv-lookups.server.ts'
import type { Problems } from '#app/models/backoffice/import/staging.server.ts'
import {
  type FreightStep,
  listFreightSteps,
  replaceFreightSteps,
} from '#app/models/checkout/freight.server.ts'
import { readSettingVersion } from '#app/models/settings/setting.server.ts'
import { csvLineProblems } from '#app/text/backoffice/csv-import-labels.ts'
import { formatReais } from '#app/text/platform/format.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import { isRegion, regionNames } from '#app/text/platform/region-labels.ts'

type Rate = Awaited<ReturnType<typeof listRatesByService>>[number]
type RateGroup = { region: Region; service: string }

/** Validates rates by service, region and weight. Rates that the file lacks stay (D95). */
export const validateFreightLines: Importer = async (lines) => {
  const parsedLines = lines.map(readLine)
  const rates = await listRatesByService([
    ...new Set(parsedLines.flatMap((line) => ('step' in line ? line.rateGroup.service : []))),
  ])
  return parsedLines.map((line) => ('step' in line ? planRate(line, rates) : line))
}

type ParsedLine = { rateGroup: RateGroup; step: FreightStep } | { problems: Problems }

function readLine(cells: CsvCells): ParsedLine {
  const problems: Problems = {}
  const service = serviceField.safeParse(cells.service ?? '')
  const region = parseRegion(cells.region ?? '')
  const step = freightStep.safeParse({ kg: cells.kg, value: cells.value, days: cells.days })
  if (!service.success) problems.service = [specTexts.fieldRequired]
  if (!region) problems.region = [csvLineProblems.region]
  for (const { path, message } of step.error?.issues ?? []) problems[String(path[0])] = [message]
  if (step.success && !step.data) problems.kg = [specTexts.fieldRequired]
  return service.success && region && step.data
    ? { rateGroup: { region, service: service.data }, step: step.data }
    : { problems }
}

function parseRegion(text: string): Region | undefined {
  const letters = text.trim().toUpperCase()
  if (isRegion(letters)) return letters
  const namedRegion = Object.entries(regionNames).find(([, name]) => compactText(name) === compactText(text))
  return namedRegion && isRegion(namedRegion[0]) ? namedRegion[0] : undefined
}

function planRate(
  { rateGroup, step }: Extract<ParsedLine, { step: FreightStep }>,
  rates: readonly Rate[],
): LineVerdict {
  const storedRate = rates.find(
    (rate) =>
      rate.region === rateGroup.region &&
      rate.service === rateGroup.service &&
      rate.max_weight_kg === step.max_weight_kg,
  )
  return {
    key: `${rateGroup.service} ${rateGroup.region} ${step.max_weight_kg} kg`,
    targetId: null,
    changes: storedRate ? listDifferences(['value', 'days'], toTexts(storedRate), toTexts(step)) : null,
    async write({ actorUserId }) {
      const seenVersion = await readSettingVersion('freight')
      const otherSteps = (await listFreightSteps(rateGroup)).filter(
        ({ max_weight_kg }) => max_weight_kg !== step.max_weight_kg,
      )
      await replaceFreightSteps(rateGroup, [...otherSteps, step], {
        seenVersion,
        actorUserId,
        origin: 'import',
      })
      return null
    },
  }
}

function toTexts({ value, days }: Pick<FreightStep, 'value' | 'days'>) {
  return { value: formatReais(value), days: String(days) }
}
