import { z } from 'zod'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { CodeLine } from '#app/domain/shipments/tracking-list.ts'
import { makeDateField } from '#app/forms/shipment.ts'
import { specTexts } from '#app/text/platform/messages.ts'

/** Maximum number of lines in a list, so that their table fits on a page. */
export const maxCodes = 500

const MAX_LIST_LENGTH = 60_000

/** Parses a list of tracking codes, the kind of number before each code, and the day of dispatch. */
export function makeTrackingCodesSchema(today: CivilDate) {
  return z.object({
    codes: z
      .string({ error: specTexts.fieldRequired })
      .max(MAX_LIST_LENGTH, 'A lista é longa demais')
      .refine(
        (text) => splitFilledLines(text).length <= maxCodes,
        `Use no máximo ${maxCodes} linhas de uma vez`,
      ),
    of: z.enum(['shipment', 'order'], { error: specTexts.fieldRequired }),
    date: makeDateField({ today }),
  })
}

/** Parses the lines. 'pedido 12' or 'P12' marks an order's number for that line only. */
export function parseCodeList(text: string, defaultKind: CodeLine['numberKind']): CodeLine[] {
  return splitFilledLines(text).map((line) => parseLine(line, defaultKind))
}

const lineBreak = /\r\n?|\n/
const controlCharactersAndHardSpaces = /\p{Cc}|\u00a0/gu

function splitFilledLines(text: string): string[] {
  const lines = text.normalize('NFC').split(lineBreak)
  const cleanLines = lines.map((line) => line.replace(controlCharactersAndHardSpaces, ' ').trim())
  return cleanLines.filter((line) => line !== '')
}

const linePattern =
  /^(?:(p|ped|pedido|e|exp|expedi[cç][aã]o)\.?\s*)?(?:n[º°o.]*\s*|#\s*)?(\d{1,9})(?:[\s;,:|]+(.*))?$/i

const outerSeparators = /^[\s;,:|]+|[\s;,:|]+$/g

/** Characters of a line that are parsed; number and code stand at the beginning. */
const maxParsedLength = 200

function parseLine(text: string, defaultKind: CodeLine['numberKind']): CodeLine {
  const [, word = '', number, code = ''] = linePattern.exec(text.slice(0, maxParsedLength)) ?? []
  const wordKind = word.toLowerCase().startsWith('p') ? 'order' : 'shipment'
  return {
    text,
    numberKind: word === '' ? defaultKind : wordKind,
    number: number ? Number(number) : null,
    code: code.replace(outerSeparators, ''),
  }
}
