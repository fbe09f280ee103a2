//! Which addresses are public: a pure table, after the IANA special-purpose registries.
//!
//! An address that only wraps an IPv4 address is judged by what it wraps. An address is public only where it is
//! known to be: of IPv6 that is the one block from which global unicast addresses are given out.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// The IPv4 ranges that are not public: first address, prefix length.
const NOT_PUBLIC_V4: &[(Ipv4Addr, u32)] = &[
    // "This network".
    (Ipv4Addr::UNSPECIFIED, 8),
    // Private.
    (Ipv4Addr::new(10, 0, 0, 0), 8),
    // Shared between a carrier and its customers (CGNAT); a cloud's metadata may stand here too.
    (Ipv4Addr::new(100, 64, 0, 0), 10),
    // Loopback.
    (Ipv4Addr::new(127, 0, 0, 0), 8),
    // Link-local, with the metadata address of most clouds.
    (Ipv4Addr::new(169, 254, 0, 0), 16),
    // Private.
    (Ipv4Addr::new(172, 16, 0, 0), 12),
    // Protocol assignments, with the metadata address of one cloud (192.0.0.192).
    (Ipv4Addr::new(192, 0, 0, 0), 24),
    // Documentation.
    (Ipv4Addr::new(192, 0, 2, 0), 24),
    // The relays of 6to4, withdrawn.
    (Ipv4Addr::new(192, 88, 99, 0), 24),
    // Private.
    (Ipv4Addr::new(192, 168, 0, 0), 16),
    // Benchmarks.
    (Ipv4Addr::new(198, 18, 0, 0), 15),
    // Documentation.
    (Ipv4Addr::new(198, 51, 100, 0), 24),
    (Ipv4Addr::new(203, 0, 113, 0), 24),
    // A public range's address that one cloud serves its virtual machines' metadata and control on.
    (Ipv4Addr::new(168, 63, 129, 16), 32),
    // Multicast, then reserved, with broadcast.
    (Ipv4Addr::new(224, 0, 0, 0), 4),
    (Ipv4Addr::new(240, 0, 0, 0), 4),
];

/// Global unicast: whatever stands outside has no public meaning.
const GLOBAL_UNICAST: (Ipv6Addr, u32) = (Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3);

/// The ranges of global unicast that are not public.
const NOT_PUBLIC_V6: &[(Ipv6Addr, u32)] = &[
    // Protocol assignments: Teredo, ORCHID, benchmarks and the like.
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23),
    // Documentation.
    (Ipv6Addr::new(0x2001, 0x0db8, 0, 0, 0, 0, 0, 0), 32),
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20),
];

/// May a tool that fetches for strangers connect to it?
pub fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => is_public_v4(v4),
        IpAddr::V6(v6) => match wrapped(v6) {
            Some(v4) => is_public_v4(v4),
            None => is_public_v6(v6),
        },
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let within = |(first, bits): &(Ipv4Addr, u32)| {
        let mask = u32::MAX.checked_shl(32 - bits).unwrap_or(0);
        u32::from(address) & mask == u32::from(*first)
    };
    !NOT_PUBLIC_V4.iter().any(within)
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let within = |(first, bits): &(Ipv6Addr, u32)| {
        let mask = u128::MAX.checked_shl(128 - bits).unwrap_or(0);
        u128::from(address) & mask == u128::from(*first)
    };
    within(&GLOBAL_UNICAST) && !NOT_PUBLIC_V6.iter().any(within)
}

/// The IPv4 address that packets to this one would reach, where a form says so: mapped (`::ffff:0:0/96`), NAT64
/// (`64:ff9b::/96`), 6to4 (`2002::/16`). The compatible form (`::/96`) is withdrawn and reaches nobody: it is not
/// unwrapped, so that it is not public, whatever it holds.
fn wrapped(address: Ipv6Addr) -> Option<Ipv4Addr> {
    let join = |high: u16, low: u16| Ipv4Addr::from(u32::from(high) << 16 | u32::from(low));
    match address.segments() {
        [0, 0, 0, 0, 0, 0xffff, high, low]
        | [0x64, 0xff9b, 0, 0, 0, 0, high, low]
        | [0x2002, high, low, ..] => Some(join(high, low)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::is_public;

    fn public(address: &str) -> bool {
        is_public(address.parse().unwrap())
    }

    /// The last public address before a range, its first, its last, and the next public one.
    const V4: &[(Option<&str>, &str, &str, Option<&str>)] = &[
        (None, "0.0.0.0", "0.255.255.255", Some("1.0.0.0")),
        (Some("9.255.255.255"), "10.0.0.0", "10.255.255.255", Some("11.0.0.0")),
        (Some("100.63.255.255"), "100.64.0.0", "100.127.255.255", Some("100.128.0.0")),
        (Some("126.255.255.255"), "127.0.0.0", "127.255.255.255", Some("128.0.0.0")),
        (Some("168.63.129.15"), "168.63.129.16", "168.63.129.16", Some("168.63.129.17")),
        (Some("169.253.255.255"), "169.254.0.0", "169.254.255.255", Some("169.255.0.0")),
        (Some("172.15.255.255"), "172.16.0.0", "172.31.255.255", Some("172.32.0.0")),
        (Some("191.255.255.255"), "192.0.0.0", "192.0.0.255", Some("192.0.1.0")),
        (Some("192.0.1.255"), "192.0.2.0", "192.0.2.255", Some("192.0.3.0")),
        (Some("192.88.98.255"), "192.88.99.0", "192.88.99.255", Some("192.88.100.0")),
        (Some("192.167.255.255"), "192.168.0.0", "192.168.255.255", Some("192.169.0.0")),
        (Some("198.17.255.255"), "198.18.0.0", "198.19.255.255", Some("198.20.0.0")),
        (Some("198.51.99.255"), "198.51.100.0", "198.51.100.255", Some("198.51.101.0")),
        (Some("203.0.112.255"), "203.0.113.0", "203.0.113.255", Some("203.0.114.0")),
        (Some("223.255.255.255"), "224.0.0.0", "239.255.255.255", None),
        (None, "240.0.0.0", "255.255.255.255", None),
    ];

    #[test]
    fn every_ipv4_range_ends_where_it_ends() {
        assert_eq!(V4.len(), super::NOT_PUBLIC_V4.len());
        for (before, first, last, after) in V4 {
            assert!(!public(first) && !public(last), "{first} to {last}");
            for outside in [before, after].into_iter().flatten() {
                assert!(public(outside), "{outside}");
            }
        }
    }

    #[test]
    fn an_address_is_judged_by_what_it_wraps() {
        for (_, first, last, _) in V4 {
            for inner in [first, last] {
                let v4: std::net::Ipv4Addr = inner.parse().unwrap();
                let [a, b, c, d] = v4.octets();
                let six_to_four = format!("2002:{a:02x}{b:02x}:{c:02x}{d:02x}::1");
                for outer in [format!("::ffff:{inner}"), format!("64:ff9b::{inner}"), six_to_four] {
                    assert!(!public(&outer), "{outer}");
                }
            }
        }
        for outer in ["::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::1"] {
            assert!(public(outer), "{outer}");
        }
    }

    #[test]
    fn ipv6_is_public_only_within_global_unicast() {
        for address in [
            "::",
            "::1",
            "::8.8.8.8",
            "::ffff:0:8.8.8.8",
            "64:ff9b:1::8.8.8.8",
            "100::1",
            "1fff:ffff::1",
            "2001::1",
            "2001:1ff:ffff::1",
            "2001:db8::1",
            "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
            "3fff::1",
            "3fff:fff:ffff::1",
            "4000::1",
            "5f00::1",
            "fc00::1",
            "fd00:ec2::254",
            "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
            "fe80::1",
            "fe80::a9fe:a9fe",
            "febf::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(!public(address), "{address}");
        }
        for address in [
            "2000::1",
            "2001:200::1",
            "2001:db7:ffff::1",
            "2001:db9::1",
            "2606:4700:4700::1111",
            "3fff:1000::1",
        ] {
            assert!(public(address), "{address}");
        }
    }
}
