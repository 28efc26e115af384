import { Menu } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Icon } from '../parts/icons.tsx'
import { useSignOut } from '../parts/use-sign-out.tsx'
import { usePerson, useStore } from '../session.ts'
import { texts } from '../texts.ts'
import styles from './shell.module.css'
import { useScheme } from './use-scheme.ts'

export function PersonMenu() {
  const person = usePerson()
  const store = useStore()
  const navigate = useNavigate()
  const leaving = useSignOut()
  const { dark, toggle } = useScheme()
  return (
    <>
      <Menu width="target" position="top-start" floatingStrategy="fixed">
        <Menu.Target>
          <button type="button" className={styles.switcher}>
            <Icon name="person" />
            <span className={styles.names}>
              <strong>{person.name}</strong>
              <span>{person.email}</span>
            </span>
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<Icon name="person" size={16} />}
            onClick={() => void navigate({ to: '/s/$store/account', params: { store: store.slug } })}
          >
            {texts.shell.account}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name={dark ? 'sun' : 'moon'} size={16} />} onClick={toggle}>
            {dark ? texts.shell.light : texts.shell.dark}
          </Menu.Item>
          <Menu.Item leftSection={<Icon name="out" size={16} />} onClick={() => void leaving.ask()}>
            {texts.shell.signOut}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {leaving.dialog}
    </>
  )
}
