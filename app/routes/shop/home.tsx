import { useLoaderData } from '@remix-run/react'
import type { PageHandle } from '#app/http/page.ts'
import { findStatusFile } from '#app/models/settings/setting.server.ts'
import { paths } from '#app/paths.ts'
import { AircraftDrawing } from '#app/routes/shop/drawing.tsx'
import { FeatureList, Hero } from '#app/routes/shop/home-parts.tsx'

export const handle: PageHandle = {
  title: 'Aeropub',
  description:
    'Publicações técnicas aeronáuticas: compra avulsa ou assinatura de um ano, impressas ou por download.',
  canonical: paths.home(),
}

export const headers = () => ({ 'Cache-Control': 'private, no-cache' })

/** The name of the status file as it is now (F10, D60). */
export async function loader() {
  return { statusFile: (await findStatusFile())?.name }
}

export default function Home() {
  const { statusFile } = useLoaderData<typeof loader>()
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
      />
      <FeatureList
        items={[
          {
            title: 'Sempre a versão em vigor',
            text: 'A assinatura de um ano inclui as revisões publicadas no período, impressas ou por download.',
          },
          {
            title: 'Para a sua aeronave',
            text: 'Cada publicação diz a quais modelos e números de série se aplica. Busque pelo nome ou pelo modelo.',
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
