import { z } from 'zod'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { CodeLine } from '#app/domain/shipments/tracking-list.ts'
import { makeDateField } from '#app/forms/shipment.ts'
import { specTexts } from '#app/text/platform/messages.ts'

/** The maximum number of lines, whose table still fits on a page. */
export const maxCodes = 500

/** Parses a list of tracking codes, the kind of number before each code, and the day of dispatch. */
export function makeTrackingCodesSchema(today: CivilDate) {
  return z.object({
    codes: z
      .string({ error: specTexts.fieldRequired })
      .max(60_000, 'A lista é longa demais')
      .refine(
        (text) => splitFilledLines(text).length <= maxCodes,
        `Use no máximo ${maxCodes} linhas de uma vez`,
      ),
    of: z.enum(['shipment', 'order'], { error: specTexts.fieldRequired }),
    date: makeDateField({ today }),
  })
}

/** Parses the lines. 'pedido 12' or 'P12' marks an order's number for that line only. */
export function parseCodeList(text: string, of: CodeLine['of']): CodeLine[] {
  return splitFilledLines(text).map((line) => readLine(line, of))
}

function splitFilledLines(text: string): string[] {
  return text
    .normalize('NFC')
    .split(/\r\n?|\n/)
    .map((line) => line.replace(/\p{Cc}|\u00a0/gu, ' ').trim())
    .filter((line) => line !== '')
}

const lineShape =
  /^(?:(p|ped|pedido|e|exp|expedi[cç][aã]o)\.?\s*)?(?:n[º°o.]*\s*|#\s*)?(\d{1,9})(?:[\s;,:|]+(.*))?$/i

/** Longer lines contain neither number nor code. */
const maxShape = 200

function readLine(text: string, usual: CodeLine['of']): CodeLine {
  const [, word = '', number, code = ''] = lineShape.exec(text.slice(0, maxShape)) ?? []
  const of = word === '' ? usual : /^p/i.test(word) ? 'order' : 'shipment'
  return {
    text,
    of,
    number: number ? Number(number) : null,
    code: code.replace(/^[\s;,:|]+|[\s;,:|]+$/g, ''),
  }
}
