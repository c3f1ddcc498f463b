import { useLoaderData } from '@remix-run/react'
import type { PageHandle } from '#app/http/page.ts'
import { countModels } from '#app/models/catalogue/publication-models.server.ts'
import { listNewRevisions } from '#app/models/catalogue/revision.server.ts'
import { cacheUntilChange } from '#app/models/platform/catalogue-version/version.server.ts'
import { cachedStatusFile } from '#app/models/settings/cached-settings.server.ts'
import { paths } from '#app/paths.ts'
import { AircraftLinks } from '#app/routes/shop/aircraft-links.tsx'
import { AircraftDrawing } from '#app/routes/shop/drawing.tsx'
import { FeatureList, Hero, NewRevisions } from '#app/routes/shop/home-parts.tsx'
import { SearchBar } from '#app/ui/search-bar.tsx'

export const handle: PageHandle = {
  title: 'Aeropub',
  description:
    'Publicações técnicas aeronáuticas: compra avulsa ou assinatura de um ano, impressas ou por download.',
  canonical: paths.home(),
}

export const headers = () => ({ 'Cache-Control': 'private, no-cache' })

const MAX_REVISIONS = 6
const findCachedModels = cacheUntilChange(countModels)
const findCachedRevisions = cacheUntilChange(listNewRevisions)

/** Loads the status file's name (F10, D60), aircraft with publications, and the newest revisions. */
export async function loader() {
  const [file, models, revisions] = await Promise.all([
    cachedStatusFile(),
    findCachedModels(''),
    findCachedRevisions(MAX_REVISIONS),
  ])
  return { statusFile: file?.name, models, revisions: revisions.map(toRevisionRow) }
}

type Revision = Awaited<ReturnType<typeof listNewRevisions>>[number]

function toRevisionRow({ id, publication_id, name, version, version_before, date }: Revision) {
  return { id, publicationId: publication_id, name, version, previousVersion: version_before, date }
}

export default function Home() {
  const { statusFile, models, revisions } = useLoaderData<typeof loader>()
  return (
    <>
      <Hero
        title="Publicações técnicas para a sua aeronave"
        lead="Manuais, catálogos e boletins em vigor, impressos ou por download, avulsos ou com um ano de revisões."
        actions={[
          { href: paths.publications(), label: 'Comprar publicação' },
          { href: paths.manage(), label: 'Gerenciar publicação' },
          { href: paths.currentVersions(), label: 'Status das publicações' },
        ]}
        figure={<AircraftDrawing>Fig. 1 – Vistas de uma aeronave agrícola</AircraftDrawing>}
      >
        <SearchBar
          label="Buscar publicação"
          hint="Nome, modelo ou nº de série da aeronave."
          action={paths.publications()}
          isMain
        />
      </Hero>
      {models.length > 0 ? (
        <section className="section" aria-labelledby="por-aeronave">
          <h2 id="por-aeronave">Pela aeronave</h2>
          <AircraftLinks models={models} hrefFor={(aircraft) => paths.publications({ aircraft })} />
        </section>
      ) : null}
      {revisions.length > 0 ? (
        <NewRevisions
          rows={revisions}
          hrefFor={paths.publication}
          allHref={paths.publications({ sort: 'revised' })}
        />
      ) : null}
      <FeatureList
        items={[
          {
            title: 'Sempre a versão em vigor',
            text: 'A assinatura de um ano inclui as revisões publicadas no período, impressas ou por download.',
          },
          {
            title: 'Para a sua aeronave',
            text: 'Cada publicação diz a quais modelos e números de série se aplica. Busque pelo nome, pelo modelo ou pelo número de série.',
          },
          {
            title: 'Boleto na hora',
            text: 'O pedido é feito em uma página só. O boleto sai em segundos e vai também por e-mail.',
          },
        ]}
      />
      <section className="section prose" id="sobre" aria-labelledby="sobre-titulo">
        <h2 id="sobre-titulo">Sobre a Aeropub</h2>
        <p>
          Vendemos publicações técnicas aeronáuticas a pilotos, proprietários, oficinas e operadores. Quem voa
          e quem mantém precisa do documento certo, na revisão certa, no prazo: é disso que cuidamos, do
          pedido à entrega.
        </p>
        <p>
          Confira o que está em vigor:{' '}
          <a href={statusFile ? paths.statusFile(statusFile) : paths.currentVersions()}>
            {statusFile ?? 'lista de publicações e revisões, também em PDF'}
          </a>
          .
        </p>
      </section>
    </>
  )
}
