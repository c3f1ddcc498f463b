import { foldText } from '#app/domain/platform/folded-text.ts'
import type { CsvCells } from '#app/import/csv/read-csv.server.ts'
import type { Problems } from '#app/models/backoffice/import/staging.server.ts'
import type { CsvColumn } from '#app/text/backoffice/csv-columns.ts'
import { csvLineProblems } from '#app/text/backoffice/csv-import-labels.ts'

const yesTexts = new Set(['1', 'sim', 's', 'x', 'true', 'verdadeiro', 'ativa', 'ativo'])
const noTexts = new Set(['0', 'nao', 'n', 'false', 'falso', 'inativa', 'inativo'])

/** Returns the code for a choice's label or code; undefined for other text. */
function readChoice(text: string, choices: Readonly<Record<string, string>>): string | undefined {
  const word = foldText(text)
  return Object.keys(choices).find((code) => word === code || word === foldText(choices[code] ?? ''))
}

/** Converts 'sim' and 'não' to the values of checkboxes. An empty cell changes nothing. */
export function parseSwitches(
  cells: CsvCells,
  columns: readonly CsvColumn[],
): { cells: CsvCells; problems: Problems } {
  const parsedCells = { ...cells }
  const problems: Problems = {}
  for (const { key, isSwitch, choices } of columns) {
    const text = cells[key]
    if (text === undefined) continue
    if (choices) {
      const code = readChoice(text, choices)
      if (code) parsedCells[key] = code
      else {
        delete parsedCells[key]
        if (foldText(text) !== '') problems[key] = [csvLineProblems.choice(Object.values(choices))]
      }
    }
    if (!isSwitch) continue
    const word = foldText(text)
    if (yesTexts.has(word)) parsedCells[key] = 'on'
    else if (noTexts.has(word)) parsedCells[key] = ''
    else {
      delete parsedCells[key]
      if (word !== '') problems[key] = [csvLineProblems.flag]
    }
  }
  return { cells: parsedCells, problems }
}
