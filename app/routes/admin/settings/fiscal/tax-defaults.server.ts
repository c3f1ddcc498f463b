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

type Place = { medium: Medium; kind: PublicationKind | null }

const places: Place[] = media.flatMap((medium) => [
  { medium, kind: null },
  ...publicationKinds.map((kind) => ({ medium, kind })),
])

export function toTaxDefaultKey({ medium, kind }: Place): TaxDefaultKey {
  return kind ? `${medium}/${kind}` : medium
}

function formatPlace({ medium, kind }: Place): string {
  return kind ? `${mediumLabels[medium]}: ${kindNames[kind]}` : `${mediumLabels[medium]}: todas`
}

/** Parses 'print' or 'print-parts' in an address. Returns null for other text. */
export function parsePlace(text: string | undefined): Place | null {
  const [first, kind] = (text ?? '').split('-', 2)
  const medium = media.find((each) => each === first)
  if (!medium || (kind !== undefined && !isPublicationKind(kind))) return null
  return { medium, kind: kind ?? null }
}

/** Returns every medium and kind with its codes and whether they are its own. */
export async function loadDefaultRows() {
  const [fiscal, defaults] = await Promise.all([findFiscal(), getTaxDefaults()])
  const regime = fiscal?.regime ?? 'simples'
  return places.map((place) => {
    const taxes = findEffectiveTaxes(place, { regime, defaults })
    const own = defaults[toTaxDefaultKey(place)] ?? {}
    const address = place.kind ? `${place.medium}-${place.kind}` : place.medium
    return {
      name: formatPlace(place),
      href: paths.admin.taxDefault(address),
      icms: chooseIcmsCode(regime, taxes) ?? '-',
      ncm: taxes.ncm ? getTaxCodeName('ncm', taxes.ncm) : '-',
      cfop: `${taxes.cfop_inside ?? '-'} / ${taxes.cfop_outside ?? '-'}`,
      reform: `${taxes.ibs_cbs_cst ?? '-'} / ${taxes.class_trib ?? '-'}`,
      ownCount: taxFields.filter((field) => own[field]).length,
    }
  })
}

type Rules = Parameters<typeof getDefaultTaxes>[1]

function findEffectiveTaxes({ medium, kind }: Place, rules: Rules): Taxes {
  if (kind) return getDefaultTaxes({ kind, isDownload: medium === 'download' }, rules)
  return mergeTaxes(rules.regime, getStandardTaxes(rules.regime), rules.defaults[medium])
}

/** Returns a medium or kind with its name, its own codes, and those that apply without them. */
export async function loadDefaultPage(place: Place) {
  const [fiscal, defaults] = await Promise.all([findFiscal(), getTaxDefaults()])
  const regime = fiscal?.regime ?? 'simples'
  const otherDefaults = { ...defaults, [toTaxDefaultKey(place)]: {} }
  const own = defaults[toTaxDefaultKey(place)] ?? {}
  return {
    name: formatPlace(place),
    saved: toTaxTexts(own),
    inherited: getFallbackTaxes(regime, findEffectiveTaxes(place, { regime, defaults: otherDefaults }), own),
  }
}

export function toTaxTexts(taxes: Partial<Taxes>): Record<string, string> {
  return Object.fromEntries(taxFields.map((field) => [field, taxes[field] ?? '']))
}
