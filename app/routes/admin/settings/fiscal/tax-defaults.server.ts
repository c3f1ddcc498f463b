import {
  isPublicationKind,
  type PublicationKind,
  publicationKinds,
} from '#app/domain/catalogue/publication-kind.ts'
import {
  chooseIcmsCode,
  getDefaultTaxes,
  getFallbackTaxes,
  getStandardTaxes,
  type Medium,
  media,
  mergeTaxes,
  type TaxDefaultKey,
  type Taxes,
  taxFields,
} from '#app/domain/catalogue/taxes.ts'
import { findFiscal, getTaxDefaults } from '#app/models/settings/setting.server.ts'
import { paths } from '#app/paths.ts'
import { kindNames } from '#app/text/catalogue/page-labels.ts'
import { getTaxCodeName, mediumLabels } from '#app/text/catalogue/tax-labels.ts'

type TaxScope = { medium: Medium; kind: PublicationKind | null }

const taxScopes: TaxScope[] = media.flatMap((medium) => [
  { medium, kind: null },
  ...publicationKinds.map((kind) => ({ medium, kind })),
])

export function toTaxDefaultKey({ medium, kind }: TaxScope): TaxDefaultKey {
  return kind ? `${medium}/${kind}` : medium
}

function formatTaxScope({ medium, kind }: TaxScope): string {
  return kind ? `${mediumLabels[medium]}: ${kindNames[kind]}` : `${mediumLabels[medium]}: todas`
}

/** Parses 'print' or 'print-parts' in an address. Returns null for other text. */
export function parseTaxScope(text: string | undefined): TaxScope | null {
  const [mediumText, kind] = (text ?? '').split('-', 2)
  const medium = media.find((name) => name === mediumText)
  if (!medium || (kind !== undefined && !isPublicationKind(kind))) return null
  return { medium, kind: kind ?? null }
}

/** Returns a row for each medium and kind: the codes that apply, and how many of them are set for this row. */
export async function loadDefaultRows() {
  const [fiscal, defaults] = await Promise.all([findFiscal(), getTaxDefaults()])
  const regime = fiscal?.regime ?? 'simples'
  return taxScopes.map((scope) => {
    const taxes = findEffectiveTaxes(scope, { regime, defaults })
    const ownTaxes = defaults[toTaxDefaultKey(scope)] ?? {}
    const scopePath = scope.kind ? `${scope.medium}-${scope.kind}` : scope.medium
    return {
      name: formatTaxScope(scope),
      href: paths.admin.taxDefault(scopePath),
      icms: chooseIcmsCode(regime, taxes) ?? '-',
      ncm: taxes.ncm ? getTaxCodeName('ncm', taxes.ncm) : '-',
      cfop: `${taxes.cfop_inside ?? '-'} / ${taxes.cfop_outside ?? '-'}`,
      reform: `${taxes.ibs_cbs_cst ?? '-'} / ${taxes.class_trib ?? '-'}`,
      ownCount: taxFields.filter((field) => ownTaxes[field]).length,
    }
  })
}

type Rules = Parameters<typeof getDefaultTaxes>[1]

function findEffectiveTaxes({ medium, kind }: TaxScope, rules: Rules): Taxes {
  if (kind) return getDefaultTaxes({ kind, isDownload: medium === 'download' }, rules)
  return mergeTaxes(rules.regime, getStandardTaxes(rules.regime), rules.defaults[medium])
}

/** Returns name and own codes of a medium or kind, and the codes that apply where it has no own code. */
export async function loadDefaultPage(scope: TaxScope) {
  const [fiscal, defaults] = await Promise.all([findFiscal(), getTaxDefaults()])
  const regime = fiscal?.regime ?? 'simples'
  const otherDefaults = { ...defaults, [toTaxDefaultKey(scope)]: {} }
  const ownTaxes = defaults[toTaxDefaultKey(scope)] ?? {}
  return {
    name: formatTaxScope(scope),
    saved: toTaxTexts(ownTaxes),
    inherited: getFallbackTaxes(
      regime,
      findEffectiveTaxes(scope, { regime, defaults: otherDefaults }),
      ownTaxes,
    ),
  }
}

export function toTaxTexts(taxes: Partial<Taxes>): Record<string, string> {
  return Object.fromEntries(taxFields.map((field) => [field, taxes[field] ?? '']))
}
