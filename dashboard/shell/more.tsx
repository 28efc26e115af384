import { Link } from '@tanstack/react-router'
import { Icon } from '../parts/icons.tsx'
import { Card, Page } from '../parts/page.tsx'
import { useSignOut } from '../parts/use-sign-out.tsx'
import { usePerson, useStore } from '../session.ts'
import { texts } from '../texts.ts'
import styles from './more.module.css'
import { PLACES, phonePlacesFor, placesFor } from './places.ts'
import { useScheme } from './use-scheme.ts'

export function MorePage() {
  const store = useStore()
  const person = usePerson()
  const leaving = useSignOut()
  const { dark, toggle } = useScheme()
  const params = { store: store.slug }
  const inBar = phonePlacesFor(store.role)
  return (
    <Page title={texts.places.more} lead={texts.shell.moreLead} narrow>
      <Card title={store.name} flush>
        {placesFor(store.role)
          .filter((place) => !inBar.includes(place))
          .map((place) => (
            <Link key={place} to={PLACES[place].to} params={params} className={styles.line}>
              <Icon name={PLACES[place].icon} /> {texts.places[place]} <Icon name="right" size={16} />
            </Link>
          ))}
      </Card>
      <Card title={person.name} note={person.email} flush>
        <Link to="/s/$store/account" params={params} className={styles.line}>
          <Icon name="person" /> {texts.shell.account} <Icon name="right" size={16} />
        </Link>
        <button type="button" className={styles.line} onClick={toggle}>
          <Icon name={dark ? 'sun' : 'moon'} /> {dark ? texts.shell.light : texts.shell.dark}
        </button>
        <button type="button" className={styles.line} onClick={() => void leaving.ask()}>
          <Icon name="out" /> {texts.shell.signOut}
        </button>
      </Card>
      {leaving.dialog}
    </Page>
  )
}
