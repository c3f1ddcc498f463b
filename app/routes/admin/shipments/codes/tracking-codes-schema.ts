import { z } from 'zod'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { CodeLine } from '#app/domain/shipments/tracking-list.ts'
import { dateField } from '#app/forms/shipment.ts'
import { specified } from '#app/text/platform/messages.ts'

/** Lines of one list at the most: a table of them is still one page. */
export const maxCodes = 500

/** A pasted list of tracking codes, whose numbers its lines begin with, and the day of the dispatch. */
export function trackingCodesSchema(today: CivilDate) {
  return z.object({
    codes: z
      .string({ error: specified.fieldRequired })
      .max(60_000, 'A lista é longa demais')
      .refine((text) => filledLines(text).length <= maxCodes, `Use no máximo ${maxCodes} linhas de uma vez`),
    of: z.enum(['shipment', 'order'], { error: specified.fieldRequired }),
    date: dateField({ today }),
  })
}

/** The lines of a list; 'pedido 12' or 'P12' says for its line alone that the number is an order's. */
export function parseCodeList(text: string, of: CodeLine['of']): CodeLine[] {
  return filledLines(text).map((line) => readLine(line, of))
}

function filledLines(text: string): string[] {
  return text
    .normalize('NFC')
    .split(/\r\n?|\n/)
    .map((line) => line.replace(/\p{Cc}|\u00a0/gu, ' ').trim())
    .filter((line) => line !== '')
}

const lineShape =
  /^(?:(p|ped|pedido|e|exp|expedi[cç][aã]o)\.?\s*)?(?:n[º°o.]*\s*|#\s*)?(\d{1,9})(?:[\s;,:|]+(.*))?$/i

/** More is no number and no code. */
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
