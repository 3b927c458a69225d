import { expect, test } from 'vitest';
import { userDataFolder } from './user-data-folder.ts';

test('the data of a user is where the system keeps such things', () => {
  const linux = { platform: 'linux', home: '/home/ada' } as const;
  expect(userDataFolder({}, linux)).toBe('/home/ada/.local/share/lorekeep');
  expect(userDataFolder({ XDG_DATA_HOME: '/big/data' }, linux)).toBe('/big/data/lorekeep');
  const mac = { platform: 'darwin', home: '/Users/ada' } as const;
  expect(userDataFolder({}, mac)).toBe('/Users/ada/Library/Application Support/lorekeep');
  const windows = { platform: 'win32', home: 'C:\\Users\\ada' } as const;
  expect(userDataFolder({}, windows)).toBe('C:\\Users\\ada\\AppData\\Local\\lorekeep\\Data');
  expect(userDataFolder({ LOCALAPPDATA: 'D:\\Local' }, windows)).toBe('D:\\Local\\lorekeep\\Data');
});

test('a relative path would be another folder in every repository, and is not followed', () => {
  const linux = { platform: 'linux', home: '/home/ada' } as const;
  expect(userDataFolder({ XDG_DATA_HOME: 'data' }, linux)).toBe('/home/ada/.local/share/lorekeep');
  const windows = { platform: 'win32', home: 'C:\\Users\\ada' } as const;
  expect(userDataFolder({ LOCALAPPDATA: 'data' }, windows)).toContain('C:\\Users\\ada');
});
