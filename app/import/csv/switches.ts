import { foldText } from '#app/domain/platform/folded-text.ts'
import type { CsvCells } from '#app/import/csv/read-csv.server.ts'
import type { Problems } from '#app/models/backoffice/import/staging.server.ts'
import type { CsvColumn } from '#app/text/backoffice/csv-columns.ts'
import { csvLineProblems } from '#app/text/backoffice/csv-import-labels.ts'

const yes = new Set(['1', 'sim', 's', 'x', 'true', 'verdadeiro', 'ativa', 'ativo'])
const no = new Set(['0', 'nao', 'n', 'false', 'falso', 'inativa', 'inativo'])

/** Returns the code for a choice's label or code; undefined for other text. */
function readChoice(text: string, choices: Readonly<Record<string, string>>): string | undefined {
  const word = foldText(text)
  return Object.keys(choices).find((code) => word === code || word === foldText(choices[code] ?? ''))
}

/** Converts 'sim' and 'não' to checkboxes, 'on' or absent. An empty cell changes nothing. */
export function parseSwitches(
  cells: CsvCells,
  columns: readonly CsvColumn[],
): { cells: CsvCells; problems: Problems } {
  const read = { ...cells }
  const problems: Problems = {}
  for (const { key, isSwitch, choices } of columns) {
    const text = cells[key]
    if (text === undefined) continue
    if (choices) {
      const code = readChoice(text, choices)
      if (code) read[key] = code
      else {
        delete read[key]
        if (foldText(text) !== '') problems[key] = [csvLineProblems.choice(Object.values(choices))]
      }
    }
    if (!isSwitch) continue
    const word = foldText(text)
    if (yes.has(word)) read[key] = 'on'
    else if (no.has(word)) read[key] = ''
    else {
      delete read[key]
      if (word !== '') problems[key] = [csvLineProblems.flag]
    }
  }
  return { cells: read, problems }
}
