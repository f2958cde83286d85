import { readLogo, removeLogo, saveLogo } from '../../contract/logos.ts'
import { readLogoPicture } from '../files/logo-pictures.ts'
import { logoOf } from '../organizations/logo.ts'
import type { Tx } from '../platform/db.ts'
import { type Actor, implement, implementPrepared } from '../platform/endpoint.ts'
import { sql } from '../platform/sql.ts'

export const readLogoQuery = implement(readLogo, answerOf)

/**
 * Stores a PNG of the upload: its pixels, at most as large as documents show them. Refuses unreadable_file and busy
 * before it writes anything.
 */
export const saveLogoCommand = implementPrepared(saveLogo, {
  prepare: ({ org_id }, { file }) => readLogoPicture(org_id, file),
  run: async (tx, actor, _input, { png, width, height }) => {
    await tx.run(sql`
      insert into organization_logos (org_id, png, width, height) values (${actor.org_id}, ${png}, ${width}, ${height})
      on conflict (org_id) do update set png = excluded.png, width = excluded.width, height = excluded.height`)
    await describe(tx, actor, `${width} × ${height} pixels`)
    return answerOf(tx, actor)
  },
})

export const removeLogoCommand = implement(removeLogo, async (tx, actor) => {
  await tx.run(sql`delete from organization_logos where org_id = ${actor.org_id}`)
  await describe(tx, actor, null)
  return { logo: null }
})

/** Records the logo in the settings, and so in the audit trail. The settings' version is for the form's fields. */
function describe(tx: Tx, actor: Actor, logo: string | null): Promise<number> {
  return tx.run(sql`
    insert into organization_settings (org_id, logo) values (${actor.org_id}, ${logo})
    on conflict (org_id) do update set logo = excluded.logo, updated_at = app.now()`)
}

async function answerOf(tx: Tx, actor: Actor) {
  const logo = await logoOf(tx, actor)
  if (!logo) return { logo: null }
  const { png, width, height } = logo
  return { logo: { data_url: `data:image/png;base64,${png.toString('base64')}`, width, height } }
}
