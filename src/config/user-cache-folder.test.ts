import { expect, test } from 'vitest';
import { userCacheFolder } from './user-cache-folder.ts';

test('the cache of a user is where the system keeps such things', () => {
  const linux = { platform: 'linux', home: '/home/ada' } as const;
  expect(userCacheFolder({}, linux)).toBe('/home/ada/.cache/lorekeep');
  expect(userCacheFolder({ XDG_CACHE_HOME: '/big/cache' }, linux)).toBe('/big/cache/lorekeep');
  const mac = { platform: 'darwin', home: '/Users/ada' } as const;
  expect(userCacheFolder({}, mac)).toBe('/Users/ada/Library/Caches/lorekeep');
  const windows = { platform: 'win32', home: 'C:\\Users\\ada' } as const;
  expect(userCacheFolder({}, windows)).toBe('C:\\Users\\ada\\AppData\\Local\\lorekeep\\Cache');
  expect(userCacheFolder({ LOCALAPPDATA: 'D:\\Local' }, windows)).toBe('D:\\Local\\lorekeep\\Cache');
});

test('a relative path would be another folder in every repository, and is not followed', () => {
  const linux = { platform: 'linux', home: '/home/ada' } as const;
  expect(userCacheFolder({ XDG_CACHE_HOME: '.cache' }, linux)).toBe('/home/ada/.cache/lorekeep');
  const windows = { platform: 'win32', home: 'C:\\Users\\ada' } as const;
  expect(userCacheFolder({ LOCALAPPDATA: 'cache' }, windows)).toContain('C:\\Users\\ada');
});
