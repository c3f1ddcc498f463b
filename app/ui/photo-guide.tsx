import {
  groupWantedPhotos,
  type PhotoSubject,
  type RequiredPhoto,
} from '#app/domain/catalogue/photo-subject.ts'
import { photoDrawingSize, photoDrawings, photoFrame } from '#app/text/catalogue/photo-drawings.ts'
import {
  formatPhotoDrawingLabel,
  listPhotoRules,
  photoGuideLabels,
} from '#app/text/catalogue/photo-guide-labels.ts'

type Line = RequiredPhoto & { name: string }

export const photoGuideId = 'como-fotografar'

export function PhotoGuide({ lines }: { lines: readonly Line[] }) {
  const groups = groupWantedPhotos(lines)
  if (groups.length === 0) return null
  return (
    <section aria-labelledby={photoGuideId}>
      <h2 id={photoGuideId}>{photoGuideLabels.title}</h2>
      {groups.map((group) => (
        <div key={group.names.join()} className="stack">
          {groups.length > 1 ? <p>{`${group.names.join(', ')}:`}</p> : null}
          <PhotoExample requiredPhoto={group} />
        </div>
      ))}
    </section>
  )
}

export function PhotoExample({ requiredPhoto }: { requiredPhoto: RequiredPhoto }) {
  return (
    <div className="photo-guide">
      <PhotoDrawing subject={requiredPhoto.photoSubject} />
      <ul>
        {listPhotoRules(requiredPhoto).map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </div>
  )
}

function PhotoDrawing({ subject }: { subject: PhotoSubject }) {
  const { width, height } = photoDrawingSize
  const { lines, shapes } = photoDrawings[subject]
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width="180"
      height="120"
      role="img"
      aria-label={formatPhotoDrawingLabel(subject)}
    >
      <g fill="none" stroke="currentColor">
        <path strokeWidth="3" d={photoFrame} />
        <path strokeWidth="2" d={lines} />
      </g>
      <path fill="currentColor" d={shapes} />
    </svg>
  )
}
